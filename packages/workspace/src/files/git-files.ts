import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { attempt } from '../attempt.ts'
import { RECORDS_FOLDER, TEMPORARY_FOLDER, type WorkingArea } from '../working-area.ts'
import { createFileAtomically } from './atomic-write.ts'
import { withFolders } from './open-folder.ts'

/** The files that tell git what to do with the working area, by their names in it. */
export const GIT_FILES: Readonly<Record<'.gitignore' | '.gitattributes', string>> = {
  // What is of use on this machine only.
  '.gitignore': [TEMPORARY_FOLDER, RECORDS_FOLDER].map((folder) => `/${folder}/\n`).join(''),
  '.gitattributes': '*.json text eol=lf\n',
}

/**
 * Creates the files for git in the working area, after a write. Those that exist stay as they are. Never throws: the
 * write has succeeded, and the next one tries again.
 */
export const createGitFiles = (area: WorkingArea): void =>
  attempt(() =>
    withFolders(area, [[]], (folder) => {
      for (const [name, text] of Object.entries(GIT_FILES))
        if (!existsSync(join(folder, name))) createFileAtomically(join(folder, name), text, folder)
    }),
  )
