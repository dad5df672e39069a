import { escapeText, formatViolations } from '@workbench/contracts'
import { pluralize } from '@workbench/contracts/internal'

import { MAX_PATH_LENGTH } from '../paths/json-paths.ts'
import { EVENT_TIMEOUT_MS } from '../response.ts'
import type { Verdict } from './validate-files-of-task.ts'

/** In characters. Agents shorten hook output of more than 10,000. */
const MAX_MESSAGE_LENGTH = 9_900

/** Of a problem, in characters. */
const MAX_PROBLEM_LENGTH = 2000

/** The message to the agent; empty if there are no rejections. */
export function rejectionMessage(rejections: readonly Verdict[]): string {
  const unchecked = rejections.filter(({ isUnchecked }) => isUnchecked)
  const checked = rejections.filter(({ isUnchecked }) => !isUnchecked)
  const last = unchecked.length === 0 ? [] : [uncheckedMessage(unchecked)]
  // With fewer violations of each file, more files fit.
  for (const limit of [20, 5, 1]) {
    const blocks = blocksThatFit(checked, limit, last, MAX_MESSAGE_LENGTH)
    if (blocks.length === checked.length) return [...blocks, ...last].join('\n\n')
  }
  const blocks = blocksThatFit(checked, 1, last, MAX_MESSAGE_LENGTH - 100)
  const others = `workbench: … and ${checked.length - blocks.length} more files were rejected`
  return [...blocks, others, ...last].join('\n\n')
}

/**
 * The first blocks of a message.
 * @param limit of violations in each
 * @param last the blocks after them
 * @param length of the message, in characters
 */
function blocksThatFit(
  rejections: readonly Verdict[],
  limit: number,
  last: readonly string[],
  length: number,
): string[] {
  const blocks: string[] = []
  for (const rejection of rejections) {
    const block = format(rejection, limit)
    if ([...blocks, block, ...last].join('\n\n').length > length) break
    blocks.push(block)
  }
  return blocks
}

function format(rejection: Verdict, limit: number): string {
  const { problem, violations, more = 0, command } = rejection
  const path = shorten(escapeText(rejection.path), MAX_PATH_LENGTH)
  if (problem !== undefined)
    return `workbench: ${path} was rejected: ${shorten(escapeText(problem), MAX_PROBLEM_LENGTH)}`
  const total = violations.length + more
  const count = total === 1 ? 'this violation' : `these ${more > 0 ? 'at least ' : ''}${total} violations`
  return `workbench: ${path} ${reason(rejection)}; fix ${count} and write the file again:\n${formatViolations(violations, { limit, more })}${fixAdvice(command)}`
}

const fixAdvice = (command: string | undefined): string =>
  command === undefined
    ? ''
    : `\nThe file can be fixed without a loss. Instead of writing it again, run:\n${command}`

function reason({ schema, violations }: Verdict): string {
  if (violations.some(({ keyword }) => keyword === 'syntax')) return 'is not valid JSON'
  return schema === undefined ? 'names no known contract' : `failed validation against ${escapeText(schema)}`
}

function uncheckedMessage(files: readonly Verdict[]): string {
  const names = files.slice(0, 3).map(({ path }) => shorten(escapeText(path), 200))
  const rest = files.length - names.length
  const list = `${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
  const count = `${pluralize(files.length, 'file')} ${files.length === 1 ? 'was' : 'were'}`
  return `workbench: ${count} rejected without validation, because the ${EVENT_TIMEOUT_MS / 1000} seconds for one event are over: ${list}; write fewer or smaller files at once`
}

/** Keeps the start and the end. */
const shorten = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length / 2)}…${text.slice(-length / 2)}` : text
