import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { RECORDS_FOLDER, TEMPORARY_FOLDER } from '../working-area.ts'

const NAME = '.gitignore'

/** What is of use on this machine only. */
const TEXT = [TEMPORARY_FOLDER, RECORDS_FOLDER].map((folder) => `/${folder}/\n`).join('')

/**
 * Creates the `.gitignore` of the working area, after a write. One that exists stays as it is. Never throws: the write
 * has succeeded.
 * @param folder path of the open working area
 */
export function createIgnoreFile(folder: string): void {
  try {
    writeFileSync(join(folder, NAME), TEXT, { flag: 'wx' })
  } catch {
    // It exists, or cannot be created: the next write tries again.
  }
}
