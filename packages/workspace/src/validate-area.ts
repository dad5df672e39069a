import type { Contracts, FactV1 } from '@workbench/contracts'

import { wrapSystemErrors } from './errors.ts'
import { FACT_CONTRACT, idOf, isFactFile, MEMORY_FOLDER } from './facts/fact-file.ts'
import { type FactRecords, withRecords } from './facts/fact-records.ts'
import { factProblem } from './facts/read-fact.ts'
import { listArea, type ListedFile } from './list-files.ts'
import {
  invalidFile,
  mapFiles,
  type ValidatedFile,
  type ValidateFilesOptions,
  type ValidContent,
} from './validate-file.ts'
import { absolutePath, relativePath, type WorkingArea } from './working-area.ts'

interface ValidateAreaOptions {
  /** Entries of {@link listArea} to validate instead of listing the working area. */
  readonly entries?: readonly ListedFile[] | undefined
  /** Only files that changed at or after this time are validated; in milliseconds since 1970. Default: all files. */
  readonly changedSince?: number
  /** In milliseconds since 1970. What is not validated by then is not valid, and `isUnchecked`. Default: none. */
  readonly deadline?: number
  /** Whether the deliverables of handoffs are checked. Default: false. */
  readonly checksProject?: boolean
}

/**
 * Validates every `.json` file of the working area: against its contract, and for its folder. The memory contains
 * numbered facts as writeFact() wrote them and nothing else, and facts exist nowhere else. Links to folders are not followed and not valid.
 * @param open opens the contracts; called only if there is a file to validate
 * @throws {WorkingAreaError} if the working area cannot be listed.
 */
export function validateArea(
  area: WorkingArea,
  open: () => Contracts,
  { entries, changedSince, deadline, checksProject = false }: ValidateAreaOptions = {},
): ValidatedFile[] {
  const listed = entries ?? wrapSystemErrors('list', relativePath(), () => listArea(area, changedSince))
  return validateListed(area, open, listed, { deadline, checksProject })
}

interface ValidateListedOptions extends Pick<ValidateFilesOptions, 'deadline' | 'onDeliverable'> {
  readonly checksProject: boolean
}

/** The same for entries of {@link listArea}. Returns the links to folders first, and then the files in their order. */
export function validateListed(
  area: WorkingArea,
  open: () => Contracts,
  entries: readonly ListedFile[],
  { deadline, checksProject, onDeliverable }: ValidateListedOptions,
): ValidatedFile[] {
  const files = entries.filter(({ isLinkedFolder }) => !isLinkedFolder)
  const links = entries
    .filter(({ isLinkedFolder }) => isLinkedFolder)
    .map(({ segments }) => invalidFile(relativePath(...segments), LINKED_FOLDER))
  if (files.length === 0) return links
  const contracts = open()
  const segmentsAt = (index: number): readonly string[] => files[index]?.segments ?? []
  const validated = withRecords(area, (records) =>
    mapFiles(
      files.length,
      {
        fileAt: (index) => absolutePath(area, ...segmentsAt(index)),
        pathAt: (index) => relativePath(...segmentsAt(index)),
        problemOf: (content, index) => problemOf(content, segmentsAt(index), records),
        toKept: (file) => file,
      },
      { contracts, deadline, area: checksProject ? area : undefined, advises: false, onDeliverable },
    ),
  )
  return [...links, ...validated]
}

const LINKED_FOLDER =
  'it is a link to a folder, which could be outside of the working area; replace it by a folder'

/** What is wrong with the folder of a valid artifact, or with a fact that was written or changed by hand, if anything. */
function problemOf(
  { schema, bytes, value }: ValidContent,
  segments: readonly string[],
  records: FactRecords | undefined,
): string | undefined {
  const [folder, name = ''] = segments
  if (folder !== MEMORY_FOLDER)
    return schema === FACT_CONTRACT
      ? `facts are written to ${relativePath(MEMORY_FOLDER)}, with memory_write; delete this file`
      : undefined
  return schema === FACT_CONTRACT && segments.length === 2 && isFactFile(name)
    ? factProblem(value as FactV1, bytes, idOf(name), records)
    : `${relativePath(MEMORY_FOLDER)} contains only facts that memory_write has numbered; delete this file`
}
