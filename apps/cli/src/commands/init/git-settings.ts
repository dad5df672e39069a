import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { AREA_FOLDER, GIT_FILES } from '@workbench/workspace'

import type { Setting } from './edits/setting.ts'

/**
 * The files that tell git what to do with the working area. Those that exist belong to the project and are not changed;
 * they are removed only from a working area that contains nothing else.
 */
export function gitSettings(root: string): Setting[] {
  const folder = join(root, AREA_FOLDER)
  const isUsed = existsSync(folder) && readdirSync(folder).some((name) => !(name in GIT_FILES))
  return Object.entries(GIT_FILES).map(([name, content]) => ({
    file: `${AREA_FOLDER}/${name}`,
    add: (text) => text ?? content,
    remove: (text) => (text === content && !isUsed ? undefined : text),
    leftIn: () => [],
  }))
}
