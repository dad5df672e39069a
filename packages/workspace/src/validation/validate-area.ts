import type { Contracts, FactV1 } from '@workbench/contracts'

import { wrapSystemErrors } from '../errors.ts'
import { FACT_CONTRACT, idOf, isFactFile, MEMORY_FOLDER } from '../facts/fact-file.ts'
import { factProblem, type FactRecords, withRecords } from '../facts/fact-records.ts'
import { isLostName, listArea, type ListedFile } from '../list-files.ts'
import { pathInArea, areaPath, type WorkingArea } from '../working-area.ts'
import { type ArtifactContent, validateFiles } from './validate-files.ts'
import { invalidFile, type ValidatedFile } from './validated-file.ts'

interface ValidateAreaOptions {
  /** Entries of {@link listArea} to validate. Default: all files. */
  readonly entries?: readonly ListedFile[] | undefined
  /** In milliseconds since 1970. What is not validated by then is not valid, and `isUnchecked`. Default: none. */
  readonly deadline?: number
  /** Whether a handoff is not valid without its deliverables. Default: they do not matter. */
  readonly needsDeliverables?: boolean
}

/**
 * Validates every `.json` file of the working area: against its contract, and for its folder. The memory contains facts
 * as writeFact() wrote them and nothing else, and facts exist nowhere else. Links to folders are not followed and not
 * valid. The result is sorted by path.
 * @param open opens the contracts; called only if there is a file to validate
 * @throws {WorkingAreaError} if the working area cannot be listed.
 */
export function validateArea(
  area: WorkingArea,
  open: () => Contracts,
  { entries, deadline, needsDeliverables = false }: ValidateAreaOptions = {},
): ValidatedFile[] {
  const listed = entries ?? wrapSystemErrors('list', areaPath(), () => listArea(area))
  const files = listed.map(({ segments, isLinkedFolder }) => {
    const file = pathInArea(area, ...segments)
    const problem = isLinkedFolder ? LINKED_FOLDER : nameProblem(segments.at(-1) ?? '', file)
    return { segments, file, path: areaPath(...segments), problem }
  })
  if (files.every(({ problem }) => problem !== undefined))
    return files.map(({ path, problem = '' }) => invalidFile(path, problem))
  const contracts = open()
  const results = withRecords(area, (records) =>
    Array.from(
      validateFiles(files, {
        open: () => contracts,
        roots: [area.root],
        deadline,
        problemOf: (content, { segments }) => problemOf(content, segments, records),
        deliverablesIn: () => (needsDeliverables ? area.root : undefined),
      }),
      ({ validated }) => validated,
    ),
  )
  return results.sort((a, b) => (a.path < b.path ? -1 : 1))
}

const LINKED_FOLDER =
  'it is a link to a folder, which could be outside of the working area; replace it by a folder'

const nameProblem = (name: string, file: string): string | undefined =>
  isLostName(name, file) ? 'its name is not UTF-8; rename it' : undefined

/** What is wrong with the folder of a valid artifact, or with a fact that was changed by hand, if anything. */
function problemOf(
  { schema, valid, bytes, value }: ArtifactContent,
  segments: readonly string[],
  records: FactRecords,
): string | undefined {
  if (!valid) return undefined
  const [folder, name = ''] = segments
  if (folder !== MEMORY_FOLDER)
    return schema === FACT_CONTRACT
      ? `facts are in ${areaPath(MEMORY_FOLDER)}; write this one with memory_write, and then remove this copy`
      : undefined
  return schema === FACT_CONTRACT && segments.length === 2 && isFactFile(name)
    ? factProblem(value as FactV1, bytes, idOf(name), records)
    : `${areaPath(MEMORY_FOLDER)} contains only facts that memory_write has numbered; move this file out of it`
}
