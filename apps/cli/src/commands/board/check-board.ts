import { escapeText, formatViolations, openContracts } from '@workbench/contracts'
import { pluralize } from '@workbench/contracts/internal'
import { type BlackboardEntry, findProjectRoot, openArea, readBlackboard } from '@workbench/workspace'

import { toJson, writeText } from '../../output/write.ts'
import type { CommandContext } from '../../context.ts'
import type { ExitStatus } from '../../exit-status.ts'
import type { ListRequest } from '../format-option.ts'

/** Prints the invalid artifacts on the blackboard with their violations. Returns 1 if there are any. */
export function checkBoard(
  { format, schemas }: ListRequest,
  { stdout, env, cwd }: CommandContext,
): ExitStatus {
  const root = findProjectRoot({ env, cwd })
  const entries = readBlackboard(openArea(root), openContracts({ directory: schemas, env, cwd: root }))
  const invalid = entries.filter(({ valid }) => !valid)
  const advised = entries.filter(({ advice }) => advice !== undefined)
  if (format === 'json') {
    stdout.write(
      `${toJson({ root, valid: invalid.length === 0, checked: entries.length, invalid, advised })}\n`,
    )
  } else {
    const blocks = [...invalid.map(blockOf), ...advised.map(adviceBlockOf)].map((block) => `${block}\n\n`)
    writeText(
      stdout,
      `${blocks.join('')}${pluralize(entries.length, 'artifact')} checked, ${invalid.length} invalid\n`,
    )
  }
  return invalid.length === 0 ? 0 : 1
}

/** The path and the advice on a valid artifact, each on its line. */
const adviceBlockOf = ({ path, schema, advice = [] }: BlackboardEntry): string =>
  [`${path} (${schema}):`, ...advice.map(({ path: pointer, message }) => `  advice: ${pointer}: ${message}`)]
    .map(escapeText)
    .join('\n')

/** The path and the reason why it could not be validated, or its violations, each on its line. */
function blockOf({ path, problem, schema, violations, more }: BlackboardEntry): string {
  if (problem !== undefined) return escapeText(`${path}: ${problem}`)
  const contract = schema === undefined ? '' : ` (${schema})`
  const lines = formatViolations(violations, { limit: Infinity, more }).split('\n')
  return [`${path}${contract}:`, ...lines.map((line) => `  ${line}`)].map(escapeText).join('\n')
}
