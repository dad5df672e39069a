import { type ContractChange, pluralize } from '@workbench/contracts'
import picocolors from 'picocolors'

import { pathInRepository, workflowCommand } from '../../reporters/github.ts'
import { supportsColor, type CommandContext } from '../../context.ts'
import { type ChangeFormat, verdictOf } from './change-verdict.ts'

interface WriteOptions {
  readonly format: ChangeFormat
  /** Describes what was compared, for the summary line. */
  readonly compared: string
  /** Directory of the new contracts. */
  readonly directory: string
}

/** Prints contract changes in one format. */
export function writeChanges(
  changes: readonly ContractChange[],
  { format, compared, directory }: WriteOptions,
  { stdout, env, cwd }: CommandContext,
): void {
  const verdict = verdictOf(changes)
  if (format === 'json') {
    stdout.write(`${JSON.stringify({ verdict, changes })}\n`)
    return
  }
  const colors = picocolors.createColors(supportsColor(stdout, env))
  for (const change of changes) {
    stdout.write(
      format === 'github' ? formatAnnotation(change, directory, cwd) : `${formatChange(change, colors)}\n`,
    )
  }
  const summary =
    changes.length === 0
      ? `compatible: ${compared}`
      : `${verdict}: ${pluralize(changes.length, 'change')} in ${compared}`
  stdout.write(`${verdict === 'compatible' ? colors.green(summary) : colors.red(summary)}\n`)
}

function formatChange(
  change: ContractChange,
  { bold, dim }: ReturnType<typeof picocolors.createColors>,
): string {
  const { contract, verdict, path, message, before, after } = change
  const lines = [`${bold(`${contract}${path === '' ? '' : ` ${path}`}:`)} ${verdict}: ${message}`]
  if ('counterexample' in change)
    lines.push(`  valid before, invalid now: ${JSON.stringify(change.counterexample)}`)
  if (before !== undefined) lines.push(dim(`  before: ${before}`))
  if (after !== undefined) lines.push(dim(`  after:  ${after}`))
  return lines.join('\n')
}

function formatAnnotation(
  { contract, verdict, path, message, after }: ContractChange,
  directory: string,
  cwd: string,
): string {
  const name = after?.split('#')[0] ?? `${contract}.schema.json`
  const properties = { file: pathInRepository(directory, name, cwd), title: `${contract} ${verdict}` }
  return workflowCommand(properties, path === '' ? message : `${path}: ${message}`)
}
