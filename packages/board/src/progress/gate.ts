import { isContractId, isObject } from '@workbench/contracts'
import { pluralize } from '@workbench/contracts/internal'
import { sum } from 'd3-array'

import type { BoardFile } from '../model/board-file.ts'
import { SEVERITIES } from '../model/summary.ts'

/** A condition of a gate, and whether the artifacts of the board show that it is met. */
export interface GateItem {
  readonly name: string
  readonly state: 'met' | 'unmet' | 'unknown'
  readonly reason: string
}

/**
 * The members of a gate are a convention between agents. Known are `reviewVerdict` and `openFindings`, as in the example
 * of the contract, and contracts and files that a member names. Nothing is concluded from others.
 * @param wave the artifacts of the wave
 */
export function gateItems(
  gate: unknown,
  wave: readonly BoardFile[],
  board: ReadonlyMap<string, BoardFile>,
): GateItem[] {
  return Object.entries(isObject(gate) ? gate : {}).map(([name, value]) => ({ name, ...check(name, value) }))

  function check(name: string, value: unknown): Result {
    const texts = [value].flat().filter((item) => typeof item === 'string')
    const isTexts = texts.length > 0 && texts.length === [value].flat().length
    if (name === 'reviewVerdict' && isTexts) return fromReviews(wave, verdictProblems(wave, texts))
    if (name === 'openFindings' && areLimits(value)) return fromReviews(wave, findingsProblems(wave, value))
    if (isTexts && texts.every((text) => FILE.test(text) || isContractId(text)))
      return checkFiles(texts, wave, board)
    return { state: 'unknown', reason: 'artifacts do not show it' }
  }
}

type Result = Omit<GateItem, 'name'>

const FILE = /^[^\s/].*\.json$/

/** Met if there are reviews without a problem, and no artifact that could be another one. */
function fromReviews(wave: readonly BoardFile[], problems: readonly string[]): Result {
  if (problems.length > 0) return { state: 'unmet', reason: problems.join('; ') }
  const reviews = wave.filter(({ schema }) => schema === 'review.v1')
  if (reviews.length === 0) return { state: 'unknown', reason: 'the wave has no review' }
  if (wave.some(({ valid }) => !valid))
    return { state: 'unknown', reason: 'an artifact of the wave is not valid' }
  return { state: 'met', reason: `as ${pluralize(reviews.length, 'review')} of the wave` }
}

const verdictProblems = (wave: readonly BoardFile[], allowed: readonly string[]): string[] =>
  wave
    .filter(({ schema, valid }) => schema === 'review.v1' && valid)
    .flatMap(({ agent, summary: { verdict = '' } }) =>
      allowed.includes(verdict) ? [] : [`the verdict of ${agent} is ${verdict}`],
    )

const areLimits = (value: unknown): value is Readonly<Record<string, number>> =>
  isObject(value) &&
  Object.entries(value).every(([name, limit]) => SEVERITIES.includes(name) && typeof limit === 'number')

/** Of reviews, and of findings that are artifacts of their own. */
const findingsProblems = (wave: readonly BoardFile[], limits: Readonly<Record<string, number>>): string[] =>
  Object.entries(limits).flatMap(([name, limit]) => {
    const count = sum(wave, ({ valid, summary }) => (valid ? summary.findings?.get(name) : 0))
    return count > limit ? [`the artifacts of the wave name ${count} ${name}`] : []
  })

function checkFiles(
  names: readonly string[],
  wave: readonly BoardFile[],
  board: ReadonlyMap<string, BoardFile>,
): Result {
  const isThere = (name: string) =>
    board.get(name)?.valid === true || wave.some(({ schema, valid }) => schema === name && valid)
  const missing = names.filter((name) => !isThere(name))
  if (missing.length === 0) return { state: 'met', reason: `the board has ${names.join(', ')}, valid` }
  // A file may be outside of the board.
  const isUnknown = missing.some((name) => FILE.test(name) && !board.has(name))
  return { state: isUnknown ? 'unknown' : 'unmet', reason: `the board has no valid ${missing.join(', ')}` }
}
