import { isUtf8 } from 'node:buffer'
import {
  accessSync,
  constants,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, sep } from 'node:path'

import { describeFsError, isSystemError, readFile, UnreadableFileError } from '@workbench/contracts'
import { replaceFile } from '@workbench/workspace'

import { SettingError } from './edits/setting.ts'

/**
 * The text of a file of the project; undefined if there is none.
 * @throws {SettingError} if the file cannot be read, or if a link leads out of the project
 */
export function readProjectFile(root: string, file: string): string | undefined {
  const path = join(root, file)
  try {
    requireInside(root, path)
    if (!exists(path)) return undefined
    const { bytes } = readFile(path)
    if (!isUtf8(bytes)) throw new SettingError('it is not UTF-8')
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  } catch (error) {
    if (error instanceof UnreadableFileError) throw new SettingError(error.message)
    if (isSystemError(error)) throw new SettingError(describeFsError(error))
    throw error
  }
}

/**
 * Checks before anything is written.
 * @throws {SettingError} if the file or its folder is read-only
 */
export function requireWritable(root: string, file: string): void {
  const path = join(root, file)
  let folder = dirname(path)
  while (!exists(folder)) folder = dirname(folder)
  try {
    for (const name of [folder, ...(exists(path) ? [path] : [])]) accessSync(name, constants.W_OK)
  } catch (error) {
    throw new SettingError(describeFsError(error, 'write'))
  }
}

/** Writes a file of the project atomically, or deletes it, together with the folders that are then empty. */
export function writeProjectFile(root: string, file: string, text: string | undefined): void {
  const path = join(root, file)
  if (text === undefined) {
    unlinkSync(path)
    for (
      let folder = dirname(path);
      folder !== root && readdirSync(folder).length === 0;
      folder = dirname(folder)
    )
      rmdirSync(folder)
  } else if (exists(path)) {
    replaceFile(path, text)
  } else {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text, { flag: 'wx' })
  }
}

/** A repository must not make this command write elsewhere. */
function requireInside(root: string, path: string): void {
  const realRoot = realpathSync(root)
  let existing = path
  while (!exists(existing)) existing = dirname(existing)
  let real: string
  try {
    real = realpathSync(existing)
  } catch {
    throw new SettingError('it is a link to a file that does not exist')
  }
  if (real !== realRoot && !real.startsWith(realRoot.endsWith(sep) ? realRoot : realRoot + sep))
    throw new SettingError('a link in its path leads out of the project')
}

/** Also true for a link to nothing. */
const exists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined
