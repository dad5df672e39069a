import { escapeText, openContracts } from '@workbench/contracts'
import { pluralize } from '@workbench/contracts/internal'
import {
  contradiction,
  findContradictions,
  findProjectRoot,
  isMemoryPath,
  openArea,
  readMemory,
  validateArea,
} from '@workbench/workspace'

import { toJson, writeText } from '../../output/write.ts'
import type { CommandContext } from '../../context.ts'
import type { ExitStatus } from '../../exit-status.ts'
import type { ListRequest } from '../format-option.ts'

/**
 * Prints the files in the memory that are not facts as memory_write wrote them, the facts whose files were deleted, and those
 * that contradict each other. Returns 1 if there are any.
 */
export function checkFacts(
  { format, schemas }: ListRequest,
  { stdout, env, cwd }: CommandContext,
): ExitStatus {
  const root = findProjectRoot({ env, cwd })
  const area = openArea(root)
  const contracts = openContracts({ directory: schemas, env, cwd: root })
  const memory = readMemory(area, contracts)
  const read = new Set(memory.map(({ path }) => path))
  const others = validateArea(area, () => contracts).filter(
    ({ path }) => isMemoryPath(path) && !read.has(path),
  )
  const deleted = memory.filter(({ isDeleted }) => isDeleted)
  const files = [...memory.filter(({ isDeleted }) => !isDeleted), ...others]
  const invalid = files.filter(({ valid }) => !valid)
  const contradictions = findContradictions(memory, new Date().toISOString().slice(0, 10))
  const valid = invalid.length + deleted.length + contradictions.length === 0
  if (format === 'json') {
    stdout.write(`${toJson({ root, valid, checked: files.length, invalid, deleted, contradictions })}\n`)
    return valid ? 0 : 1
  }
  const problems = [...invalid, ...deleted].map(({ path, problem, violations: [first, ...more] }) => {
    const rest = more.length > 0 ? ` (and ${pluralize(more.length, 'more violation')})` : ''
    return `${path}: ${problem ?? `${first?.path ?? ''} ${first?.message ?? ''}${rest}`.trim()}`
  })
  const counts = [
    `${pluralize(files.length, 'file')} checked, ${invalid.length} invalid`,
    ...(deleted.length > 0 ? [`${deleted.length} deleted`] : []),
    ...(contradictions.length > 0 ? [pluralize(contradictions.length, 'contradiction')] : []),
  ]
  const lines = [...problems, ...contradictions.map(contradiction)].map(escapeText)
  writeText(stdout, `${[...lines, counts.join(', ')].join('\n')}\n`)
  return valid ? 0 : 1
}
