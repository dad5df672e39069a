import { isUtf8 } from 'node:buffer'
import {
  accessSync,
  constants,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

import { UnreadableFileError } from '@workbench/contracts'
import { describeFsError, readFile } from '@workbench/contracts/internal'
import { openConfined, OutsideError, replaceFile } from '@workbench/workspace'

import { SettingError } from './edits/setting.ts'

/**
 * The text of a file of the project; undefined if there is none. A repository must not make this command write elsewhere.
 * @throws {SettingError} if the file cannot be read, or if a link leads out of the project
 */
export function readProjectFile(root: string, file: string): string | undefined {
  const bytes = readInside(root, join(root, file))
  if (bytes === undefined) return undefined
  if (!isUtf8(bytes)) throw new SettingError('it is not UTF-8')
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}

function readInside(root: string, path: string): Uint8Array | undefined {
  try {
    return openConfined(path, [root], (handle) => readFile(handle).bytes)
  } catch (error) {
    if (error instanceof OutsideError) throw new SettingError('a link in its path leads out of the project')
    if (!(error instanceof UnreadableFileError)) throw error
    const { code = '' } = (error.cause ?? {}) as NodeJS.ErrnoException
    if (!['ENOENT', 'ENOTDIR'].includes(code)) throw new SettingError(error.message)
    if (exists(path)) throw new SettingError('it is a link to a file that does not exist')
    return undefined
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

/** Also true for a link to nothing. */
const exists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined
