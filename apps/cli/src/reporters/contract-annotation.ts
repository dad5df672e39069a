import { realpathSync } from 'node:fs'
import { join, relative } from 'node:path'

import { type SchemaProblem, UnreadableFileError, type Violation, withPositions } from '@workbench/contracts'
import { readFile } from '@workbench/contracts/internal'

import { workflowCommand } from './github.ts'

/**
 * A GitHub annotation of the location of a problem in a contract file, or of what contains it. GitHub expects a path that
 * is relative to the repository, which is assumed to be the current directory, and with symbolic links resolved.
 */
export function contractAnnotation(
  directory: string,
  { file, pointer, message }: SchemaProblem,
  title: string,
  cwd: string,
): string {
  const path = relative(realpathSync(cwd), join(realpathSync(directory), file))
  // The message for a text that is not JSON ends with the position.
  const [, line, column] = /\(line (\d+), column (\d+)\)$/.exec(message) ?? []
  const position = line === undefined ? positionOf(pointer, join(directory, file)) : { line, column }
  return workflowCommand({ file: path, line: position.line, col: position.column, title }, message)
}

/** None if the file cannot be read. */
function positionOf(pointer: string, file: string): Pick<Violation, 'line' | 'column'> {
  const segments = pointer.split('/')
  const paths = segments.map((_, index) => segments.slice(0, segments.length - index).join('/'))
  const places = paths.map((path) => ({ path }) as Violation)
  try {
    return withPositions(readFile(file).bytes, places).find(({ line }) => line !== undefined) ?? {}
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error
    return {}
  }
}
