import { isObject } from '@workbench/contracts'

/** What an outcome means: `bad` blocks or does harm, `warn` is not settled, `good` is settled, `none` is neither. */
export type Tone = 'bad' | 'warn' | 'good' | 'none'

/** An artifact in one line. Texts are empty if the artifact does not have them. */
export interface Summary {
  readonly title: string
  /** The state that the artifact reports, in words, as `block, 1 critical`. Says the same as `tone`. */
  readonly outcome: string
  readonly tone: Tone
  /** The verdict of a review or a finding. */
  readonly verdict?: string
  /** The severity of a finding, or the highest one of a review. */
  readonly severity?: string
  /** How many findings it has of each severity; without those that were refuted. */
  readonly findings?: ReadonlyMap<string, number>
  /** Whether the artifact says that work cannot go on. */
  readonly isBlock?: boolean
  /** What a handoff says that the work waits for. */
  readonly blockedBy?: readonly string[]
  /** Further words that a search finds it by. */
  readonly keywords?: string
}

/** From the highest severity to the lowest. */
const SEVERITY_TONES = { critical: 'bad', high: 'bad', medium: 'warn', low: 'none', info: 'none' } as const

export const SEVERITIES: readonly string[] = Object.keys(SEVERITY_TONES)

/** Unknown severities come last. */
export const severityRank = (severity = ''): number => {
  const rank = SEVERITIES.indexOf(severity)
  return rank === -1 ? SEVERITIES.length : rank
}

export const severityTone = (severity: string): Tone => toneOf(severity, SEVERITY_TONES)

/** How many findings that were not refuted have each severity, the highest one first; without those that none has. */
export function countSeverities(findings: readonly unknown[]): ReadonlyMap<string, number> {
  const found = findings.filter(isObject).filter(({ verdict }) => verdict !== 'refuted')
  const counts = SEVERITIES.map(
    (name) => [name, found.filter(({ severity }) => severity === name).length] as const,
  )
  return new Map(counts.filter(([, count]) => count > 0))
}

const TONES: readonly Tone[] = ['bad', 'warn', 'good', 'none']

export const worst = (...tones: readonly Tone[]): Tone => TONES.find((tone) => tones.includes(tone)) ?? 'none'

/** The tone of a state; `none` for one that is not listed. */
export const toneOf = (state: string, tones: Readonly<Record<string, Tone>>): Tone =>
  (Object.hasOwn(tones, state) ? tones[state] : undefined) ?? 'none'

/** Members that name an artifact, the most specific first. */
const TITLES = ['title', 'name', 'subject', 'goal', 'summary', 'scope', 'target', 'description', 'id']

/** The title of an artifact whose contract has no view. */
export function titleOf(value: unknown): string {
  const members = isObject(value) ? value : {}
  const name = TITLES.find((title) => Object.hasOwn(members, title) && typeof members[title] === 'string')
  return name === undefined ? '' : String(members[name])
}
