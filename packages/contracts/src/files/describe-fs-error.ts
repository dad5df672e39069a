/** What keeps a file from being read or written, by the code of the system's error; each says what to do where one can. */
const MESSAGES: Readonly<Record<string, string>> = {
  // What stands there.
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of its path is no directory',
  EISDIR: 'it is a directory; name the files in it',
  EEXIST: 'something stands there already; take it away',
  ELOOP: 'its links lead in a circle; name the file that they were to lead to',
  ENAMETOOLONG: 'its name or its path is longer than the system takes; shorten it',
  ENXIO: 'it is a socket, or a device that is not there; name a plain file',
  ENODEV: 'it is a device that cannot be read; name a plain file',
  ENOTEMPTY: 'a folder that is not empty stands there; take it away',
  EXDEV: 'it stands on another file system than the folder for temporary files; keep both on one',
  // Who may.
  EACCES: 'reading it is not permitted',
  EPERM: 'the system does not permit it; look at the owner and the mode of the file and its folder',
  EROFS: 'the file system is read-only; mount it for writing, or work in another place',
  EBUSY: 'another program keeps it to itself; try again when that is done',
  ETXTBSY: 'it is a program that is running; try again when it has ended',
  // How much there is left.
  ENOSPC: 'the disk is full; make room and try again',
  EDQUOT: 'your share of the disk is used up; make room and try again',
  EFBIG: 'it would be larger than this process may write; raise the limit (ulimit -f) and try again',
  EMFILE: 'this process has too many files open; raise the limit (ulimit -n) and try again',
  ENFILE: 'the system has too many files open; try again when some are closed',
  ENOMEM: 'the system has no memory left; try again when some is free',
  EMLINK: 'the file system takes no more links in this folder; take files away',
  // What is broken.
  EIO: 'the disk or the network file system reports a fault; look at it, then try again',
  ESTALE: 'the network file system has lost it; mount it again',
  ETIMEDOUT: 'the network file system does not answer; try again when it does',
  EINVAL: 'the file system does not take what was asked of it; work in another place',
  ERR_INVALID_ARG_VALUE: 'its path holds a character that no path may hold',
}

/** What is done with a file or a folder. */
export type FileOperation = 'read' | 'list' | 'write'

/** In other words where the act is not the reading of a file. */
const OPERATION_MESSAGES: Readonly<Record<Exclude<FileOperation, 'read'>, Readonly<Record<string, string>>>> =
  {
    list: {
      ENOENT: 'there is no such directory',
      ENOTDIR: 'it is no directory',
      EACCES: 'reading it is not permitted',
    },
    write: {
      EACCES: 'writing there is not permitted; look at the owner and the mode of the folder',
      EISDIR: 'a folder stands in its place; take it away',
      ENOENT: 'its folder is not there; make it',
    },
  }

/** What Node throws where a call to the system fails. */
export interface SystemError extends Error {
  readonly code: string
  readonly path?: string
}

/** Whether the system has answered a call with an error, as it does for a file that is not there. */
export function isSystemError(error: unknown): error is SystemError {
  if (typeof error !== 'object' || error === null) return false
  const { code, errno } = error as NodeJS.ErrnoException
  // Node itself refuses a path with NUL.
  return (typeof code === 'string' && typeof errno === 'number') || code === 'ERR_INVALID_ARG_VALUE'
}

/**
 * Why the system refused to read, list or write, in words that can follow `cannot read <path>: `. Any other error says
 * so itself.
 */
export function describeFsError(error: unknown, act: FileOperation = 'read'): string {
  if (!isSystemError(error)) return error instanceof Error ? error.message : String(error)
  const { code } = error
  return (
    (act === 'read' ? undefined : OPERATION_MESSAGES[act][code]) ??
    MESSAGES[code] ??
    `the system answers ${code}`
  )
}
