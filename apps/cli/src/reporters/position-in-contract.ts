import { join } from 'node:path'

import { UnreadableFileError, type Violation, withPositions } from '@workbench/contracts'
import { readFile } from '@workbench/contracts/internal'

/** Where an annotation of a contract file stands. */
interface Position {
  readonly line?: number
  readonly col?: number
}

/** The position of a location in a contract file, or of what contains it. Nothing if the file cannot be read. */
export function positionInContract(directory: string, file: string, pointer: string): Position {
  const segments = pointer.split('/')
  const paths = segments.map((_, index) => segments.slice(0, segments.length - index).join('/'))
  try {
    const { bytes } = readFile(join(directory, file))
    const found = withPositions(
      bytes,
      paths.map((path) => ({ path }) as Violation),
    )
    const { line, column } = found.find((violation) => violation.line !== undefined) ?? {}
    return line === undefined || column === undefined ? {} : { line, col: column }
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error
    return {}
  }
}
