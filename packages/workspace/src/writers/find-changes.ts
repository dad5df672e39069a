import { tryParse } from '@workbench/contracts/internal'

import { attempt } from '../attempt.ts'
import { canonicalJson } from '../facts/canonical-json.ts'
import { readConfined } from '../files/confined-file.ts'
import { digestOf } from '../files/digest.ts'
import type { ListedFile } from '../list-files.ts'
import { pathInArea, type WorkingArea } from '../working-area.ts'
import type { WriterState } from './writer-state.ts'

/** The files that are not as the state knows them, by their paths in the working area. */
export interface Changes {
  /** With another value, or new. */
  readonly changed: readonly string[]
  /** Written again with the same value, or in another format. */
  readonly rewritten: readonly string[]
}

/** Of a larger file, in bytes, every write counts as a change of its value. */
const MAX_BYTES = 2 ** 20

/** Compares the files of the working area with the state, and updates the state. */
export function findChanges(area: WorkingArea, state: WriterState, listed: readonly ListedFile[]): Changes {
  const { files } = state
  const changed: string[] = []
  const rewritten: string[] = []
  const paths = new Set<string>()
  for (const file of listed) {
    const { path, version } = file
    paths.add(path)
    const known = files.get(path)
    if (known?.version === version) continue
    const digest = digestOfFile(area, file)
    if (known?.digest === digest) {
      known.version = version
      rewritten.push(path)
    } else {
      files.set(path, { version, digest })
      changed.push(path)
    }
  }
  for (const [path, known] of files) {
    if (paths.has(path)) continue
    // Git can bring a deleted file back: an agent that knows that it is invalid is not told again.
    if (known.told) known.version = ''
    else files.delete(path)
  }
  return { changed, rewritten }
}

/** A digest of the value, so that a formatter changes nothing; of the bytes if they are not JSON. */
function digestOfFile(area: WorkingArea, { path, size, version }: ListedFile): string {
  if (size > MAX_BYTES) return version
  const digest = attempt(() => {
    const { bytes } = readConfined(pathInArea(area, path), [area.root])
    const value = tryParse(Buffer.from(bytes).toString())
    return digestOf(value === undefined ? bytes : canonicalJson(value))
  })
  // Undefined if it cannot be read, is a link out of the project, or is nested too deep.
  return digest ?? version
}
