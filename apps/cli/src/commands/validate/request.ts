import { CannotRun } from '../../exit-status.ts'
import type { Format } from '../../reporters/formats.ts'

/** Standard input, where a file is asked for. */
export const STDIN = '-'

/** What the command line says, as it was read. */
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
  /** Paths from the current directory; `-` is standard input. */
  readonly files: readonly string[]
  /** A file that names more files, one a line. */
  readonly filesFrom: string | undefined
  /** The form of the verdicts; `ndjson` where the artifacts come in it too. */
  readonly format: Format | 'ndjson'
  /** Directory of the contracts, where one was named. */
  readonly directory: string | undefined
}

/** @throws {CannotRun} where the arguments do not go together. */
export function toRequest({
  id,
  files,
  format,
  ndjson,
  filesFrom,
  schemas,
}: ValidateArguments): ValidateRequest {
  if (ndjson && format !== undefined) {
    throw new CannotRun('With --ndjson, each verdict is a line of JSON; leave --format out')
  }
  if (files.length === 0 && filesFrom === undefined && !ndjson) {
    throw new CannotRun('Name a file to check, or - for standard input')
  }
  if ([...files, filesFrom].filter((file) => file === STDIN).length > 1) {
    throw new CannotRun('Standard input can be read once; name - once')
  }
  return { id, files, filesFrom, format: ndjson ? 'ndjson' : (format ?? 'text'), directory: schemas }
}
