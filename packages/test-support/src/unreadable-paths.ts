import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { basename } from 'node:path'

/** A path that cannot be read as a regular file. */
interface UnreadablePath {
  readonly what: string
  /** Creates it. */
  readonly make: (path: string) => unknown
  /** The expected reason in the error message. */
  readonly says: RegExp
}

export const unreadablePaths: readonly UnreadablePath[] = [
  {
    what: 'a pipe without a writer',
    make: (path) => execFileSync('mkfifo', [path]),
    says: /it is a named pipe; write its content to a regular file/,
  },
  { what: 'a socket', make: listening, says: /it is a socket or a missing device/ },
  {
    what: 'a link to an endless device',
    make: (path) => symlinkSync('/dev/zero', path),
    says: /leads? out|is a link out|it is a device/,
  },
  {
    what: 'a file of 2 GB',
    make: (path) => {
      writeFileSync(path, '')
      truncateSync(path, 2 ** 31)
    },
    says: /the file has 2147483648 bytes, the limit is 67108864; split it/,
  },
  {
    what: 'a symbolic link to itself',
    make: (path) => symlinkSync(basename(path), path),
    says: /too many levels of symbolic links/,
  },
  {
    what: 'a dangling symbolic link',
    make: (path) => symlinkSync('nowhere', path),
    says: /no such file/,
  },
  {
    what: 'a file without read permission',
    make: (path) => {
      writeFileSync(path, '{}')
      chmodSync(path, 0)
    },
    says: /read permission denied/,
  },
]

export const aDirectory: UnreadablePath = {
  what: 'a directory',
  make: (path) => mkdirSync(path),
  says: /it is a directory/,
}

/** Options that run a program as an unprivileged user: root ignores file permissions. */
export const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** Creates a socket that exists as long as this process. */
function listening(path: string): Promise<void> {
  return new Promise((resolve) => {
    createServer()
      .listen(path, () => {
        resolve()
      })
      .unref()
  })
}
