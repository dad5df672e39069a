import { rmSync } from 'node:fs'
import { join } from 'node:path'

import { wrapSystemErrors } from '../errors.ts'
import { createFileAtomically, syncFolder } from '../files/atomic-write.ts'
import { createGitFiles } from '../files/git-files.ts'
import { listFolder, withFolders } from '../files/open-folder.ts'
import { readValue } from '../files/read-value.ts'
import { areaPath, TEMPORARY_FOLDER, type WorkingArea } from '../working-area.ts'
import { isFactFile, MEMORY_FOLDER } from './fact-file.ts'
import { FactRecords } from './fact-records.ts'
import { type References, referencesOf } from './references.ts'
import { tombstoneName, withdrawnId } from './tombstone.ts'

interface WithdrawnFact extends References {
  /** The path of the tombstone relative to the project's root, with slashes. */
  readonly path: string
  /** Whether it had been withdrawn before. */
  readonly isRepeated: boolean
}

/**
 * Withdraws a fact: creates its tombstone, and then deletes its file. A fact that was withdrawn before keeps its tombstone; if
 * its file is there again, or still, it is deleted.
 * @param today as `2026-01-31`
 * @returns undefined if neither the memory nor the records have the fact; nothing is written then
 * @throws {UnsafePathError} if the path contains a link.
 * @throws {WorkingAreaError} if the file system rejects the operation.
 */
export function withdrawFact(
  area: WorkingArea,
  id: string,
  reason: string,
  today: string,
): WithdrawnFact | undefined {
  const names = listFolder(area, MEMORY_FOLDER)
  const previous = names.find((name) => withdrawnId(name) === id)
  const records = new FactRecords(area)
  const isPresent = isFactFile(`${id}.json`) && names.includes(`${id}.json`)
  if (!isPresent && previous === undefined && !records.names.has(id)) return undefined
  const withdrawn = withFolders(area, [[MEMORY_FOLDER], [TEMPORARY_FOLDER]], (memory, temporary) => {
    const file = join(memory, `${id}.json`)
    const name = previous ?? tombstoneName(id, Date.now())
    const own = referencesOf(readValue(file, area))
    const references = own.supersedes === undefined ? records.referencesOf(id) : own
    const path = areaPath(MEMORY_FOLDER, name)
    wrapSystemErrors('write', path, () => {
      if (previous === undefined) {
        const text = JSON.stringify({ id, withdrawn: today, reason, ...references }, null, 2)
        createFileAtomically(join(memory, name), `${text}\n`, temporary)
      }
      rmSync(file, { force: true })
      syncFolder(memory)
    })
    return { path, isRepeated: previous !== undefined, ...references }
  })
  createGitFiles(area)
  return withdrawn
}
