/** Reasons by the error code of the operating system, each with a fix where one is known. */
const MESSAGES: Readonly<Record<string, string>> = {
  // The path.
  ENOENT: 'no such file',
  ENOTDIR: 'a component of the path is not a directory',
  EISDIR: 'it is a directory; specify a file',
  EEXIST: 'the file already exists; delete or rename it',
  ELOOP: 'too many levels of symbolic links; specify the target of the links',
  ENAMETOOLONG: 'the file name or the path is too long; shorten it',
  ENXIO: 'it is a socket or a missing device; specify a regular file',
  ENODEV: 'it is a device that cannot be read; specify a regular file',
  ENOTEMPTY: 'the directory is not empty; delete or rename it',
  EXDEV: 'it is on another file system than the temporary files; move both to the same one',
  // Permissions and locks.
  EACCES: 'read permission denied',
  EPERM: 'operation not permitted; check the owner and the mode of the file and its directory',
  EROFS: 'the file system is read-only; remount it read-write, or use another one',
  EBUSY: 'another process is using it; retry when that process has finished',
  ETXTBSY: 'it is a program that is running; retry when it has ended',
  // Resource limits.
  ENOSPC: 'the disk is full; free some space and retry',
  EDQUOT: 'the disk quota is exceeded; free some space and retry',
  EFBIG: 'the file would exceed the file size limit of this process; raise it (ulimit -f) and retry',
  EMFILE: 'this process has too many open files; raise the limit (ulimit -n) and retry',
  ENFILE: 'the system has too many open files; retry when some are closed',
  ENOMEM: 'out of memory; retry when some is free',
  EMLINK: 'the directory has too many links; delete some files',
  // Hardware and network.
  EIO: 'the disk or the network file system reports an I/O error; check it and retry',
  ESTALE: 'the network file system has a stale handle of it; remount the file system',
  ETIMEDOUT: 'the network file system does not respond; retry when it does',
  EINVAL: 'the file system does not support the operation; use another one',
  ERR_INVALID_ARG_VALUE: 'the path contains a null byte',
}

/** An operation on a file or a directory. */
export type FileOperation = 'read' | 'list' | 'write'

/** Reasons that differ for operations other than reading a file. */
const OPERATION_MESSAGES: Readonly<Partial<Record<FileOperation, typeof MESSAGES>>> = {
  list: {
    ENOENT: 'no such directory',
    ENOTDIR: 'it is not a directory',
  },
  write: {
    EACCES: 'write permission denied; check the owner and the mode of the file and its directory',
    EISDIR: 'a directory with this name exists; delete or rename it',
    ENOENT: 'the directory does not exist; create it',
  },
}

/** Whether the error comes from a failed system call, such as `ENOENT`, and not from a bug. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException & { code: string } {
  const { code, errno } = (error ?? {}) as NodeJS.ErrnoException
  // Node.js rejects a path with a null byte before the system call, so that error has no errno.
  return (typeof code === 'string' && typeof errno === 'number') || code === 'ERR_INVALID_ARG_VALUE'
}

/**
 * Describes why a file operation failed, as text that can follow `cannot read <path>: `. For an error that does not come
 * from a system call, returns its message.
 */
export function describeFsError(error: unknown, operation: FileOperation = 'read'): string {
  if (!isSystemError(error)) return error instanceof Error ? error.message : String(error)
  const { code, path = '' } = error
  // Node.js replaces bytes of a name that are not UTF-8, and the result leads to no file.
  if (code === 'ENOENT' && path.includes('\uFFFD')) return 'no such file; if its name is not UTF-8, rename it'
  return OPERATION_MESSAGES[operation]?.[code] ?? MESSAGES[code] ?? `the system reports ${code}`
}
