import { CannotRun } from '../../exit-status.ts'
import type { Format } from '../../reporters/formats.ts'

/** The file name that stands for standard input. */
export const STDIN = '-'

/** The parsed arguments of `workbench validate`, before they are checked for conflicts. */
export interface ValidateArguments {
  readonly id: string
  readonly files: readonly string[]
  readonly format?: Format | undefined
  readonly ndjson?: boolean | undefined
  readonly filesFrom?: string | undefined
  readonly schemas?: string | undefined
}

export interface ValidateRequest {
  readonly id: string
  /** Paths relative to the current directory; `-` is standard input. */
  readonly files: readonly string[]
  /** A file that lists more files, one per line; `-` is standard input. */
  readonly filesFrom: string | undefined
  /** Output format; `ndjson` if the input is newline-delimited JSON too. */
  readonly format: Format | 'ndjson'
  /** Directory of the contracts; undefined to search for it. */
  readonly directory: string | undefined
}

/** @throws {CannotRun} if the arguments conflict or name no input. */
export function toRequest({
  id,
  files,
  format,
  ndjson,
  filesFrom,
  schemas,
}: ValidateArguments): ValidateRequest {
  if (ndjson && format !== undefined) {
    throw new CannotRun('--ndjson prints one JSON result per line and cannot be combined with --format')
  }
  if (files.length === 0 && filesFrom === undefined && !ndjson) {
    throw new CannotRun('Name a file to validate, or - for standard input')
  }
  if ([...files, filesFrom].filter((file) => file === STDIN).length > 1) {
    throw new CannotRun('Standard input can be read only once; name - once')
  }
  return { id, files, filesFrom, format: ndjson ? 'ndjson' : (format ?? 'text'), directory: schemas }
}
