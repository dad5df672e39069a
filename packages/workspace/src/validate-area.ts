import type { Contracts, FactV1 } from '@workbench/contracts'

import { wrapSystemErrors } from './errors.ts'
import { FACT_CONTRACT, idOf, isFactFile, isMemoryPath, MEMORY_FOLDER } from './facts/fact-file.ts'
import { FactRecords } from './facts/fact-records.ts'
import { listArea } from './list-files.ts'
import {
  type ArtifactContent,
  type FileResult,
  type FileToValidate,
  validateFiles,
  type ValidateFilesOptions,
} from './validation/validate-files.ts'
import type { ValidatedFile } from './validation/validated-file.ts'
import { areaPath, pathInArea, type WorkingArea } from './working-area.ts'

interface AreaOptions<File> extends Omit<ValidateFilesOptions<File>, 'open' | 'roots' | 'problemOf'> {
  /** What else is wrong with an artifact; undefined if nothing is. Default: nothing. */
  readonly problemOf?: (content: ArtifactContent, file: File, records: FactRecords) => string | undefined
}

/**
 * Validates every `.json` file of the working area: against its contract, and for its folder. The memory contains facts
 * as writeFact() wrote them and nothing else, and facts exist nowhere else. Links to folders are not followed and not
 * valid. The result is sorted by path.
 * @param open returns the contracts; called for each file
 * @param options `deadline` in milliseconds since 1970: what is not validated by then is not valid
 * @throws {WorkingAreaError} if the working area cannot be listed.
 */
export function validateArea(
  area: WorkingArea,
  open: () => Contracts,
  options: Pick<AreaOptions<FileToValidate>, 'deadline'> = {},
): ValidatedFile[] {
  const listed = wrapSystemErrors('list', areaPath(), () => listArea(area))
  const files = listed.map(({ path, problem }) => ({
    ...{ file: pathInArea(area, path), path: areaPath(path), inArea: path },
    problem,
  }))
  return validateAreaFiles(area, open, files, options)
    .map(({ validated }) => validated)
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

/**
 * Validates files as {@link validateArea} does; those that are not in the working area against their contracts alone.
 * @returns the results; those of files that another process was writing come last
 */
export function validateAreaFiles<File extends FileToValidate>(
  area: WorkingArea,
  open: () => Contracts,
  files: readonly File[],
  { problemOf, ...options }: AreaOptions<File>,
): FileResult<File>[] {
  const records = new FactRecords(area)
  const results = validateFiles(files, {
    ...options,
    open,
    roots: [area.root],
    problemOf: (content, file) => problemOf?.(content, file, records) ?? placeProblem(content, file, records),
  })
  const all = Array.from(results)
  records.save()
  return all
}

/** What is wrong with the folder of a valid artifact, or with a fact that was changed by hand, if anything. */
function placeProblem(
  { id: schema, verdict, bytes, value }: ArtifactContent,
  { inArea }: FileToValidate,
  records: FactRecords,
): string | undefined {
  if (!verdict.valid || inArea === undefined) return undefined
  if (!isMemoryPath(areaPath(inArea)))
    return schema === FACT_CONTRACT
      ? `facts are in ${areaPath(MEMORY_FOLDER)}; write this one with memory_write, and then remove this copy`
      : undefined
  const name = inArea.slice(MEMORY_FOLDER.length + 1)
  return schema === FACT_CONTRACT && !name.includes('/') && isFactFile(name)
    ? records.problemOf(value as FactV1, bytes, idOf(name))
    : `${areaPath(MEMORY_FOLDER)} contains only facts that memory_write has numbered; move this file out of it`
}
