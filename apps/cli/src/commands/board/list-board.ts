import { type BoardFile, newestProgress } from '@workbench/board'
import { escapeText, formatViolations } from '@workbench/contracts'
import { pluralize } from '@workbench/contracts/internal'

import { formatAge, formatBytes } from '../../output/format.ts'
import { formatTable } from '../../output/format-table.ts'
import { toJson, writeText } from '../../output/write.ts'
import type { CommandContext } from '../../context.ts'
import type { ExitStatus } from '../../exit-status.ts'
import { colorsFor } from '../../output/colors.ts'
import { describeProgress, progressMembers } from './describe-progress.ts'
import type { BoardValues } from './command.ts'
import { openBoard } from './open-board.ts'

/**
 * Prints every artifact on the blackboard of the project that contains the current directory, or of a folder, and how far the plan is. With
 * `check`, returns 1 if one is invalid, else 3 if a wave of the newest plan is not complete.
 */
export function listBoard(values: BoardValues, context: CommandContext): ExitStatus {
  const { format, check } = values
  const { stdout } = context
  const board = openBoard(values, context)
  const { root } = board
  const progress = newestProgress(board.files)
  // Without the artifacts, which are in their files.
  const entries = board.files.map(({ value: _, summary: _summary, producer: _producer, ...entry }) => entry)
  const invalid = entries.filter(({ valid }) => !valid)
  const advised = entries.filter(({ advice }) => advice !== undefined)
  const isComplete = progress?.waves.every(({ state }) => state === 'complete') ?? true
  if (format === 'json') {
    const members = check
      ? { valid: invalid.length === 0, complete: isComplete, checked: entries.length, invalid, advised }
      : { complete: isComplete, ...progressMembers(board, progress), artifacts: entries }
    stdout.write(`${toJson({ root, ...members })}\n`)
  } else if (check) {
    const blocks = [...invalid, ...advised].map((entry) => `${blockOf(entry)}\n\n`)
    const summary = `${pluralize(entries.length, 'artifact')} checked, ${invalid.length} invalid`
    writeText(stdout, `${blocks.join('')}${summary}${isComplete ? '' : '; the plan is not complete'}\n`)
  } else {
    const list =
      entries.length === 0
        ? `The blackboard of ${escapeText(root)} is empty`
        : `${tableOf(entries, context)}\n\n${formatSummary(entries, invalid.length)}`
    writeText(stdout, `${[list, ...describeProgress(board, progress)].join('\n')}\n`)
  }
  if (!check) return 0
  if (invalid.length > 0) return 1
  return isComplete ? 0 : 3
}

type Entry = Omit<BoardFile, 'value' | 'summary' | 'producer'>

/** The path and the reason why it could not be validated, or its violations or the advice on it, each on its line. */
function blockOf({ path, problem, schema, valid, violations, more, advice = [] }: Entry): string {
  if (problem !== undefined) return escapeText(`${path}: ${problem}`)
  const contract = schema === undefined ? '' : ` (${schema})`
  const lines = valid
    ? advice.map(({ path: pointer, message }) => `advice: ${pointer}: ${message}`)
    : formatViolations(violations, { limit: Infinity, more }).split('\n')
  return [`${path}${contract}:`, ...lines.map((line) => `  ${line}`)].map(escapeText).join('\n')
}

function tableOf(entries: readonly Entry[], context: CommandContext): string {
  const { bold, green, red } = colorsFor(context)
  const rows = entries.map((entry) => [
    entry.wave,
    entry.agent,
    entry.schema ?? '',
    entry.valid ? { text: stateOf(entry), style: green } : { text: failureOf(entry), style: red },
    formatAge(entry.modified, new Date()),
    formatBytes(entry.bytes),
  ])
  const heading = ['Wave', 'Agent', 'Contract', 'State', 'Age', 'Size'].map((text) => ({ text, style: bold }))
  return formatTable([heading, ...rows], context.stdout)
}

const stateOf = ({ advice }: Entry): string => (advice ? `valid, advice: ${advice.length}` : 'valid')

const failureOf = ({ problem, violations: [first, ...others] }: Entry): string =>
  problem ??
  `${first?.path ?? ''} ${first?.keyword ?? ''}${others.length > 0 ? ` and ${others.length} more` : ''}`.trim()

function formatSummary(entries: readonly Entry[], invalid: number): string {
  const waves = new Set(entries.map(({ wave }) => wave)).size
  return `${pluralize(entries.length, 'artifact')} in ${pluralize(waves, 'wave')}, ${invalid === 0 ? 'all valid' : `${invalid} invalid`}`
}
