import { escapeText, openContracts } from '@workbench/contracts'
import { pluralize } from '@workbench/contracts/internal'
import { type BlackboardEntry, findProjectRoot, openArea, readBlackboard } from '@workbench/workspace'

import { formatAge, formatBytes } from '../../output/format.ts'
import { formatTable } from '../../output/format-table.ts'
import { toJson, writeText } from '../../output/write.ts'
import type { CommandContext } from '../../context.ts'
import { colorsFor } from '../../output/colors.ts'
import type { ListRequest } from '../format-option.ts'

/** Prints every artifact on the blackboard of the project that contains the current directory. */
export function showBoard({ format, schemas }: ListRequest, { stdout, env, cwd }: CommandContext): void {
  const root = findProjectRoot({ env, cwd })
  const entries = readBlackboard(openArea(root), openContracts({ directory: schemas, env, cwd: root }))
  if (format === 'json') {
    stdout.write(`${toJson({ root, artifacts: entries })}\n`)
    return
  }
  if (entries.length === 0) {
    writeText(stdout, `The blackboard of ${escapeText(root)} is empty\n`)
    return
  }
  const { bold, green, red } = colorsFor({ stdout, env })
  const rows = entries.map((entry) => [
    entry.wave,
    entry.agent,
    entry.schema ?? '',
    entry.valid ? { text: stateOf(entry), style: green } : { text: failureOf(entry), style: red },
    formatAge(entry.modified, new Date()),
    formatBytes(entry.bytes),
  ])
  const heading = ['Wave', 'Agent', 'Contract', 'State', 'Age', 'Size'].map((text) => ({ text, style: bold }))
  writeText(stdout, `${formatTable([heading, ...rows], stdout)}\n\n${formatSummary(entries)}\n`)
}

const stateOf = ({ advice }: BlackboardEntry): string =>
  advice ? `valid, advice: ${advice.length}` : 'valid'

const failureOf = ({ problem, violations: [first, ...others] }: BlackboardEntry): string =>
  problem ??
  `${first?.path ?? ''} ${first?.keyword ?? ''}${others.length > 0 ? ` and ${others.length} more` : ''}`.trim()

function formatSummary(entries: readonly BlackboardEntry[]): string {
  const waves = new Set(entries.map(({ wave }) => wave)).size
  const invalid = entries.filter(({ valid }) => !valid).length
  return `${pluralize(entries.length, 'artifact')} in ${pluralize(waves, 'wave')}, ${invalid === 0 ? 'all valid' : `${invalid} invalid`}`
}
