import type { ContractChange } from '@workbench/compatibility'
import { escapeText } from '@workbench/contracts'
import { pluralize } from '@workbench/contracts/internal'

import { toJson, writeText } from '../../output/write.ts'
import type { CommandContext } from '../../context.ts'
import { type Colors, colorsFor } from '../../output/colors.ts'
import { contractAnnotation } from '../../reporters/contract-annotation.ts'
import type { ExitStatus } from '../../exit-status.ts'
import type { ChangeFormat } from '../format-option.ts'

interface WriteOptions {
  readonly format: ChangeFormat
  /** Describes what was compared, for the summary line. */
  readonly compared: string
  /** Directory of the new contracts. */
  readonly directory: string
}

/** Prints contract changes in one format. Returns 1 if there are any. */
export function writeChanges(
  changes: readonly ContractChange[],
  { format, compared, directory }: WriteOptions,
  context: CommandContext,
): ExitStatus {
  const { stdout, cwd } = context
  const verdict = verdictOf(changes)
  const status = changes.length === 0 ? 0 : 1
  if (format === 'json') {
    stdout.write(`${toJson({ verdict, changes })}\n`)
    return status
  }
  const colors = colorsFor(context)
  for (const change of changes) {
    if (format === 'github') stdout.write(formatAnnotation(change, directory, cwd))
    else writeText(stdout, `${formatChange(change, colors)}\n`)
  }
  const count = status === 0 ? '' : `${pluralize(changes.length, 'change')} in `
  const summary = escapeText(`${verdict}: ${count}${compared}`)
  writeText(stdout, `${status === 0 ? colors.green(summary) : colors.red(summary)}\n`)
  return status
}

/** The most severe verdict of the changes; `compatible` if there are none. */
function verdictOf(changes: readonly ContractChange[]): ContractChange['verdict'] | 'compatible' {
  if (changes.length === 0) return 'compatible'
  return changes.some(({ verdict }) => verdict === 'breaking') ? 'breaking' : 'unknown'
}

function formatChange(change: ContractChange, { bold, dim }: Colors): string {
  const { contract, verdict, path, message, before, after } = change
  const location = escapeText(`${contract}${path === '' ? '' : ` ${path}`}:`)
  const lines = [`${bold(location)} ${verdict}: ${escapeText(message)}`]
  if ('counterexample' in change) lines.push(`  valid before, invalid now: ${toJson(change.counterexample)}`)
  if (before !== undefined) lines.push(dim(`  before: ${escapeText(before)}`))
  if (after !== undefined) lines.push(dim(`  after:  ${escapeText(after)}`))
  return lines.join('\n')
}

function formatAnnotation(change: ContractChange, directory: string, cwd: string): string {
  const { contract, verdict, path, message, after } = change
  const [file = '', pointer = ''] = (after ?? `${contract}.schema.json`).split('#')
  const text = path === '' ? message : `${path}: ${message}`
  const problem = { file, pointer: decodeURIComponent(pointer), message: text }
  return contractAnnotation(directory, problem, `${contract} ${verdict}`, cwd)
}
