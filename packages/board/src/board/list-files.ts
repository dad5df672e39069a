import { type Dirent, readdirSync, statSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'

/** A file in a folder that has a folder for each wave. */
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

/** The JSON files of all waves in a folder of the project. Links to folders are not followed; folders whose name starts with a dot are left out. */
export const listFiles = (root: string, folder: string): WaveFile[] =>
  entriesOf(folder)
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .flatMap(({ name: wave }) =>
      entriesOf(join(folder, wave)).flatMap((entry) => {
        const { name } = entry
        if (!name.endsWith('.json')) return []
        const file = join(folder, wave, name)
        const agent = basename(name, '.json')
        const path = relative(root, file).split(sep).join('/')
        return [{ wave, agent, file, path, state: stateOf(file) }]
      }),
    )

/** None if the folder does not exist or cannot be read. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

function stateOf(file: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true })
    return [ino, size, mtimeNs, ctimeNs].join()
  } catch {
    return 'unreadable'
  }
}
