import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { START_SCRIPT } from '@workbench/agents/install'
import { AREA_FOLDER, GIT_FILES } from '@workbench/workspace'

import type { Setting } from './edits/setting.ts'

/** They do not show that the working area is used. */
const OWN_FILES = new Set([...Object.keys(GIT_FILES).map((name) => `${AREA_FOLDER}/${name}`), START_SCRIPT])

/**
 * The files that tell git what to do with the working area. Those that exist belong to the project and are not changed;
 * they are removed only from a working area that contains nothing else.
 */
export function gitSettings(root: string): Setting[] {
  const folder = join(root, AREA_FOLDER)
  const isUsed =
    existsSync(folder) && readdirSync(folder).some((name) => !OWN_FILES.has(`${AREA_FOLDER}/${name}`))
  return Object.entries(GIT_FILES).map(([name, content]) => ({
    file: `${AREA_FOLDER}/${name}`,
    add: (text) => text ?? content,
    remove: (text) => (text === content && !isUsed ? undefined : text),
    leftIn: () => [],
  }))
}
