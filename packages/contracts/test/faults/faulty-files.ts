import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { basename } from 'node:path'

/** Something that stands where a file should be. */
export interface FaultyFile {
  readonly what: string
  /** Makes it at a path. */
  readonly make: (path: string) => unknown
  /** What is said of it. */
  readonly says: RegExp
}

export const faultyFiles: readonly FaultyFile[] = [
  {
    what: 'a pipe that nobody writes to',
    make: (path) => execFileSync('mkfifo', [path]),
    says: /it is a named pipe; write what it gives into a plain file/,
  },
  { what: 'a socket', make: listening, says: /it is a socket, or a device that is not there/ },
  {
    what: 'a device that never ends',
    make: (path) => symlinkSync('/dev/zero', path),
    says: /it is a device; name a plain file/,
  },
  {
    what: 'a file of 2 GB',
    make: (path) => {
      writeFileSync(path, '')
      truncateSync(path, 2 ** 31)
    },
    says: /it has 2147483648 bytes; at most 67108864 are read, so split it/,
  },
  {
    what: 'a link that leads to itself',
    make: (path) => symlinkSync(basename(path), path),
    says: /its links lead in a circle/,
  },
  {
    what: 'a link that leads nowhere',
    make: (path) => symlinkSync('nowhere', path),
    says: /there is no such file/,
  },
  {
    what: 'a file that nobody may read',
    make: (path) => {
      writeFileSync(path, '{}')
      chmodSync(path, 0)
    },
    says: /reading it is not permitted/,
  },
]

export const aDirectory: FaultyFile = {
  what: 'a directory',
  make: (path) => mkdirSync(path),
  says: /it is a directory/,
}

/** A user whom permissions stop: for root, who may read everything, another one. */
export const mortal = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** The socket is there as long as this process. */
function listening(path: string): Promise<void> {
  return new Promise((resolve) => {
    createServer()
      .listen(path, () => {
        resolve()
      })
      .unref()
  })
}
