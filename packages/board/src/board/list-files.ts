import { type Dirent, readdirSync, statSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'

/** The name of a file in a folder that has a folder for each wave. */
interface WaveFileName {
  readonly wave: string
  /** The name without its extension. */
  readonly agent: string
  /** Absolute path. */
  readonly file: string
}

export interface WaveFile extends WaveFileName {
  /** Relative to the project's root, with slashes. */
  readonly path: string
  /** Changes with each write. */
  readonly state: string
}

/** The JSON files of all waves in a folder of the project. */
export const listFiles = (root: string, folder: string): WaveFile[] =>
  namesOf(folder).map((name) => ({
    ...name,
    path: relative(root, name.file).split(sep).join('/'),
    state: stateOf(name.file),
  }))

/**
 * The names of the JSON files of all waves. Links to folders are not followed; folders whose name starts with a dot are
 * left out.
 */
export const namesOf = (folder: string): WaveFileName[] =>
  entriesOf(folder)
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .flatMap(({ name: wave }) =>
      entriesOf(join(folder, wave)).flatMap(({ name }) =>
        name.endsWith('.json')
          ? [{ wave, agent: basename(name, '.json'), file: join(folder, wave, name) }]
          : [],
      ),
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
