import { escapeText, formatViolations } from '@workbench/contracts'

import type { Verdict } from './validate-files-of-task.ts'

const MAX_FILES = 5

/** Of the only file, and of each of several. */
const MAX_VIOLATIONS = { one: 20, several: 5 } as const

/** In characters. */
const MAX_NAME = 500

/** Tells an agent what is invalid that it did not write; empty if nothing is. */
export function othersMessage(others: readonly Verdict[]): string {
  const files = others.filter(({ valid }) => !valid)
  const more = files.length - MAX_FILES
  const limit = files.length === 1 ? MAX_VIOLATIONS.one : MAX_VIOLATIONS.several
  return [
    ...files.slice(0, MAX_FILES).map((verdict) => describe(verdict, limit)),
    ...(more > 0 ? [`workbench: … and ${more} more invalid files that you did not write`] : []),
  ].join('\n\n')
}

function describe(verdict: Verdict, limit: number): string {
  const { path, schema, violations, more = 0, problem } = verdict
  const { writer } = verdict.file
  const name = escapeText(path.slice(-MAX_NAME))
  const author =
    writer === undefined
      ? 'it is not known who wrote it'
      : `written by ${escapeText(writer.slice(0, MAX_NAME))}`
  const note = `workbench: ${name} is invalid (${author}). This is for your information, and told once`
  if (problem !== undefined) return `${note}: ${escapeText(problem.slice(0, MAX_NAME))}`
  const contract = schema === undefined ? '' : ` against ${escapeText(schema)}`
  return `${note}; validation${contract}:\n${formatViolations(violations, { limit, more })}`
}
