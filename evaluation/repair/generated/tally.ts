import type { BrokenText } from '../../../packages/test-support/src/json-mistakes/broken-texts.ts'
import {
  type Outcome,
  type Repair,
  scoreRepair,
} from '../../../packages/test-support/src/json-mistakes/score.ts'
import type { Repairer } from './repairers.ts'

export type Counts = Readonly<Record<Outcome, number>>

/** A text that was changed, or of which content was lost. */
export interface Failure {
  readonly broken: BrokenText
  readonly outcome: Outcome
  readonly repair: Repair
}

/** The outcomes of one program. */
export interface Tally {
  readonly name: string
  readonly total: Counts
  /** By the names of the mistakes. A text with two mistakes counts for both. */
  readonly kinds: ReadonlyMap<string, Counts>
  /** Milliseconds for each text of about 10 kB. */
  readonly times: readonly number[]
  readonly failures: readonly Failure[]
}

/** The size of a text whose time is measured, in UTF-16 code units. */
const isAbout10kB = ({ text }: BrokenText): boolean => text.length > 8_000 && text.length < 12_000

/** Of each outcome of each kind; a long run would need much memory for all. */
const MAX_FAILURES = 3

/** Lets each program repair each text, one text after another. */
export function tallyRepairs(texts: Iterable<BrokenText>, repairers: readonly Repairer[]): Tally[] {
  const tallies = repairers.map(({ name, repair }) => ({ repair, tally: emptyTally(name) }))
  for (const broken of texts) {
    for (const { repair, tally } of tallies) {
      const start = performance.now()
      const repaired = repair(broken.contract, broken.text)
      const time = performance.now() - start
      if (isAbout10kB(broken)) tally.times.push(time)
      count(tally, broken, repaired)
    }
  }
  return tallies.map(({ tally }) => tally)
}

type OpenTally = ReturnType<typeof emptyTally>
type OpenCounts = Record<Outcome, number>

const none = (): OpenCounts => ({ restored: 0, left: 0, changed: 0, lost: 0 })

const emptyTally = (name: string) => ({
  name,
  total: none(),
  kinds: new Map<string, OpenCounts>(),
  times: [] as number[],
  failures: [] as Failure[],
})

function count({ total, kinds, failures }: OpenTally, broken: BrokenText, repair: Repair): void {
  const outcome = scoreRepair(broken, repair)
  total[outcome]++
  for (const name of broken.mistakes) {
    const counts = kinds.get(name) ?? none()
    kinds.set(name, counts)
    counts[outcome]++
  }
  const [kind = ''] = broken.mistakes
  const isFailure = outcome === 'changed' || outcome === 'lost'
  if (isFailure && (kinds.get(kind)?.[outcome] ?? 0) <= MAX_FAILURES)
    failures.push({ broken, outcome, repair })
}
