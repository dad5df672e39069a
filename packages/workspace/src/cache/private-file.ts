import type * as Crypto from 'node:crypto'
import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { isAbsolute, join, relative } from 'node:path'

import { removeAbandoned, temporaryFile } from '../files/atomic-write.ts'

/*
 * Files in the user's cache directory. Each starts with an HMAC of its content, whose key is in the file `key` beside it,
 * so that a file from elsewhere, or one that is not complete, is not used. Both have mode 0600. A program that runs as the
 * same user and reads the key can forge them; no file in the project can.
 */

const KEY_BYTES = 32
const HMAC_BYTES = 32
const FOLDER = 'workbench'

/** A folder for private files that exists. */
interface PrivateFolder {
  readonly path: string
  readonly key: Uint8Array
}

/**
 * The folder in the user's cache directory, created if it is missing.
 * @param root absolute path of the project
 * @throws an error if there is no such directory, if it is in the project, or if it cannot be written.
 */
export function openPrivateFolder(
  env: Readonly<Record<string, string | undefined>>,
  root: string,
): PrivateFolder {
  const parent = [env['XDG_CACHE_HOME'], join(env['HOME'] ?? '', '.cache')].find(
    (path) => path !== undefined && isAbsolute(path),
  )
  if (parent === undefined) throw new Error('There is no cache directory')
  const folder = join(parent, FOLDER)
  for (const missing of [parent, folder]) makeFolder(missing)
  const path = realpathSync(folder)
  // Agents write into the project.
  const part = relative(realpathSync(root), path)
  if (part !== '..' && !part.startsWith('../')) throw new Error('The cache directory is in the project')
  return { path, key: readKey(path) ?? createKey(path) }
}

/** Not with `recursive`, which does not return on file systems such as /proc. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch {
    // It exists, or opening it fails.
  }
}

/** The content that {@link writePrivateFile} has written; undefined if there is none, or if it cannot be trusted. */
export function readPrivateFile({ path, key }: PrivateFolder, name: string): Buffer | undefined {
  const bytes = readOwn(join(path, name))
  if (!bytes || bytes.length < HMAC_BYTES) return undefined
  const content = bytes.subarray(HMAC_BYTES)
  return crypto().timingSafeEqual(bytes.subarray(0, HMAC_BYTES), hmac(key, name, content))
    ? content
    : undefined
}

/** Creates or replaces a file, atomically. It is not synced: after a power failure, the HMAC does not match. */
export function writePrivateFile({ path, key }: PrivateFolder, name: string, content: Uint8Array): void {
  replace(path, name, Buffer.concat([hmac(key, name, content), content]))
}

/** The name is part of it, so that a file under the name of another one is not used. */
const hmac = (key: Uint8Array, name: string, content: Uint8Array): Buffer =>
  crypto().createHmac('sha256', key).update(`${name}\n`).update(content).digest()

function readKey(folder: string): Buffer | undefined {
  const key = readOwn(join(folder, 'key'))
  return key?.length === KEY_BYTES ? key : undefined
}

function createKey(folder: string): Buffer {
  const key = crypto().randomBytes(KEY_BYTES)
  replace(folder, 'key', key)
  return key
}

/** Undefined if the path is not a plain file that only this user may access. */
function readOwn(path: string): Buffer | undefined {
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const { mode, uid } = fstatSync(file)
      const isOwn = (mode & ~0o600) === constants.S_IFREG && uid === statSync('/proc/self').uid
      return isOwn ? readFileSync(file) : undefined
    } finally {
      closeSync(file)
    }
  } catch {
    return undefined
  }
}

function replace(folder: string, name: string, content: Uint8Array): void {
  removeAbandoned(folder)
  const temporary = temporaryFile(folder)
  try {
    writeFileSync(temporary, content, { flag: 'wx', mode: 0o600 })
    renameSync(temporary, join(folder, name))
  } finally {
    rmSync(temporary, { force: true })
  }
}

let loaded: typeof Crypto | undefined

/** Loading takes 3 ms. */
const crypto = (): typeof Crypto =>
  (loaded ??= createRequire(import.meta.url)('node:crypto') as typeof Crypto)
