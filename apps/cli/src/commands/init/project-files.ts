import { isUtf8 } from 'node:buffer'
import { lstatSync, rmdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { UnreadableFileError } from '@workbench/contracts'
import { readFile } from '@workbench/contracts/internal'
import { openConfined, OutsideError } from '@workbench/workspace'

import { SettingError } from './edits/setting.ts'

/**
 * The text of a file of the project; undefined if there is none. A repository must not make this command write elsewhere.
 * @throws {SettingError} if the file cannot be read, or if a link leads out of the project
 */
export function readProjectFile(root: string, file: string): string | undefined {
  const path = join(root, file)
  try {
    const bytes = openConfined(path, [root], (handle) => readFile(handle).bytes)
    if (!isUtf8(bytes)) throw new SettingError('it is not UTF-8')
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  } catch (error) {
    if (error instanceof OutsideError) throw new SettingError('a link in its path leads out of the project')
    if (!(error instanceof UnreadableFileError)) throw error
    const { code = '' } = (error.cause ?? {}) as NodeJS.ErrnoException
    if (!['ENOENT', 'ENOTDIR'].includes(code)) throw new SettingError(error.message)
    if (lstatSync(path, { throwIfNoEntry: false }))
      throw new SettingError('it is a link to a file that does not exist')
    return undefined
  }
}

/** Deletes the folders of a deleted file that are empty. */
export function deleteEmptyFolders(root: string, file: string): void {
  try {
    for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) rmdirSync(join(root, folder))
  } catch {
    // It has other files, or is a link.
  }
}
