import { escapeText, formatViolations } from '@workbench/contracts'

import { MAX_PATH_LENGTH } from '../paths/json-paths.ts'
import type { Verdict } from './validate-files-of-task.ts'

/** In characters, without the number of other files. Agents shorten hook output of more than 10,000. */
const MAX_MESSAGE_LENGTH = 9_800

/** Of a problem, in characters. */
const MAX_PROBLEM_LENGTH = 2000

/** The most files of others that are described. */
const MAX_OTHERS = 5

/** Tells an agent what is invalid: what it has to fix, then what others wrote. Empty if nothing is. */
export function rejectionMessage(verdicts: readonly Verdict[]): string {
  const invalid = verdicts.filter(({ valid }) => !valid)
  const own = invalid.filter(({ file }) => !file.isOthers)
  const described = [...own, ...invalid.filter(({ file }) => file.isOthers).slice(0, MAX_OTHERS)]
  let blocks: readonly string[] = []
  // With fewer violations of each file, more files fit.
  for (const limit of [20, 5, 1]) {
    blocks = blocksThatFit(described, limit)
    if (blocks.length === described.length) break
  }
  const more = invalid.length - blocks.length
  return [...blocks, ...(more === 0 ? [] : [`workbench: … and ${more} more files are invalid`])].join('\n\n')
}

/**
 * The first blocks of a message.
 * @param limit of violations in each
 */
function blocksThatFit(verdicts: readonly Verdict[], limit: number): string[] {
  const blocks: string[] = []
  let rest = MAX_MESSAGE_LENGTH
  for (const verdict of verdicts) {
    const block = format(verdict, limit)
    rest -= block.length + 2
    if (rest < 0) break
    blocks.push(block)
  }
  return blocks
}

function format(verdict: Verdict, limit: number): string {
  const { violations, more = 0, command, file } = verdict
  const path = shorten(escapeText(verdict.path), MAX_PATH_LENGTH)
  const problem = verdict.problem && shorten(escapeText(verdict.problem), MAX_PROBLEM_LENGTH)
  const listed = formatViolations(violations, { limit, more })
  if (file.isOthers) {
    const { writer } = file
    const author =
      writer === undefined ? 'it is not known who wrote it' : `written by ${escapeText(writer.slice(0, 500))}`
    const note = `workbench: ${path} is invalid (${author}). This is for your information, and told once:`
    return problem === undefined ? `${note}\n${listed}` : `${note} ${problem}`
  }
  if (problem !== undefined) return `workbench: ${path} was rejected: ${problem}`
  const total = violations.length + more
  const count = total === 1 ? 'this violation' : `these ${more > 0 ? 'at least ' : ''}${total} violations`
  const fix =
    command === undefined
      ? ''
      : `\nThe file can be fixed without a loss. Instead of writing it again, run:\n${command}`
  return `workbench: ${path} ${reasonOf(verdict)}; fix ${count} and write the file again:\n${listed}${fix}`
}

function reasonOf({ schema, violations }: Verdict): string {
  if (violations.some(({ keyword }) => keyword === 'syntax')) return 'is not valid JSON'
  return schema === undefined ? 'names no known contract' : `failed validation against ${escapeText(schema)}`
}

/** Keeps the start and the end. */
const shorten = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length / 2)}…${text.slice(-length / 2)}` : text
