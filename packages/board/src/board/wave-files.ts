import { basename, join, relative, sep } from 'node:path'

import { attempt, listJsonFiles, namesIn } from '@workbench/workspace'

/** A JSON file in a folder that has a folder for each wave. */
export interface WaveFile {
  readonly wave: string
  /** The name without its extension. */
  readonly agent: string
  /** Absolute path. */
  readonly file: string
  /** Relative to the project's root, with slashes. */
  readonly path: string
  /** Changes with each write. */
  readonly state: string
}

/**
 * The JSON files of all waves in a folder of the project. Links to folders are not followed; folders that cannot be read, or
 * whose name starts with a dot, are left out.
 */
export const listWaveFiles = (root: string, folder: string): WaveFile[] =>
  namesIn(folder)
    .filter((wave) => !wave.startsWith('.'))
    .flatMap((wave) => {
      const listed = attempt(() => listJsonFiles(join(folder, wave), 1)) ?? []
      return listed.flatMap(({ path: name, version: state }) => {
        if (!name.endsWith('.json')) return []
        const file = join(folder, wave, name)
        const path = relative(root, file).split(sep).join('/')
        return [{ wave, agent: basename(name, '.json'), file, path, state }]
      })
    })
