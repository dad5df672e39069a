import type { Round } from './rounds.ts'
import { newViolations, type Score, silentChanges, unacceptedChanges, unnamedMistakes } from './scores.ts'

const MAX_LENGTH = 300

/** Describes, for each class of mistakes, the failing case with the fewest mistakes. */
export function describeFailures(rounds: readonly Round[], scores: readonly Score[]): string {
  const byClass = new Map<string, string>()
  const failing = rounds
    .flatMap((round, index) => {
      const score = scores[index]
      return score && !isPerfect(round, score) ? [{ round, score }] : []
    })
    .sort((a, b) => a.round.broken.classes.length - b.round.broken.classes.length)
  for (const { round, score } of failing) {
    for (const name of round.broken.classes)
      if (!byClass.has(name)) byClass.set(name, `== ${name}\n${describe(round, score)}\n`)
  }
  return [...byClass.values()].join('\n')
}

const isPerfect = ({ broken }: Round, { isValid, isReported, isRestored, isChanged }: Score): boolean =>
  isValid && isReported && (isRestored || !broken.isLossless) && !isChanged

function describe(round: Round, score: Score): string {
  const { broken, first, second, restored } = round
  const failed = [
    ...(score.isValid ? [] : ['invalid']),
    ...(score.isReported ? [] : ['not reported at once']),
    ...(score.isRestored || !broken.isLossless ? [] : ['not restored']),
    ...(score.isChanged ? ['changed'] : []),
  ]
  return [
    `${broken.id} (${broken.classes.join(' + ')}): ${failed.join(', ')}`,
    `  touched: ${JSON.stringify(broken.touched)}`,
    ...first.violations.map((violation) => `  first:  ${short(violation)}`),
    ...second.violations.map((violation) => `  second: ${short(violation)}`),
    `  unnamed: ${unnamedMistakes(round).join(', ')}`,
    `  new: ${newViolations(round)
      .map(({ path, keyword }) => `${path} ${keyword}`)
      .join(', ')}`,
    `  changed: ${silentChanges(round).join(', ')}`,
    `  restored: ${restored === undefined ? 'no' : unacceptedChanges(broken, JSON.parse(restored)).join(', ')}`,
  ].join('\n')
}

const short = (value: unknown): string => JSON.stringify(value).slice(0, MAX_LENGTH)
