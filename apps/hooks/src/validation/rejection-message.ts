import { escapeText, formatViolations } from '@workbench/contracts'
import { pluralize } from '@workbench/contracts/internal'

import { MAX_PATH_LENGTH } from '../paths/json-paths.ts'
import { EVENT_TIMEOUT_MS } from '../response.ts'
import type { Verdict } from './validate-files-of-task.ts'

/** In characters, without the number of other files. Agents shorten hook output of more than 10,000. */
const MAX_MESSAGE_LENGTH = 9_800

/** Of a problem, in characters. */
const MAX_PROBLEM_LENGTH = 2000

/** The message to the agent; empty if there are no rejections. */
export function rejectionMessage(rejections: readonly Verdict[]): string {
  const unchecked = rejections.filter(({ isUnchecked }) => isUnchecked)
  const checked = rejections.filter(({ isUnchecked }) => !isUnchecked)
  const last = unchecked.length === 0 ? '' : uncheckedMessage(unchecked)
  let blocks: readonly string[] = []
  // With fewer violations of each file, more files fit.
  for (const limit of [20, 5, 1]) {
    blocks = blocksThatFit(checked, limit, MAX_MESSAGE_LENGTH - last.length)
    if (blocks.length === checked.length) break
  }
  const more = checked.length - blocks.length
  const others = more === 0 ? '' : `workbench: … and ${more} more files were rejected`
  return [...blocks, others, last].filter((text) => text !== '').join('\n\n')
}

/**
 * The first blocks of a message.
 * @param limit of violations in each
 * @param length of all, in characters
 */
function blocksThatFit(rejections: readonly Verdict[], limit: number, length: number): string[] {
  const blocks: string[] = []
  let rest = length
  for (const rejection of rejections) {
    const block = format(rejection, limit)
    rest -= block.length + 2
    if (rest < 0) break
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
