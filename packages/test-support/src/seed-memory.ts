import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import fc from 'fast-check'

/** A file of a generated memory. References are indexes of facts; the memory may have fewer. */
export interface GeneratedFact {
  readonly title: string
  readonly expires: string | null | undefined
  readonly supersedes: number | undefined
  readonly links: readonly number[]
  readonly created: string
  readonly damage: 'none' | 'truncated' | 'invalid' | 'wrong id' | 'other contract' | 'duplicate member'
}

const index = fc.nat({ max: 12 })

/** The day around which facts expire. */
const TODAY = '2026-01-31'

/** Some are no day. */
const EXPIRES = [
  undefined,
  null,
  '2026-01-30',
  TODAY,
  '2026-02-01',
  '2020-02-29',
  '9999-12-31',
  'soon',
  '2026-02-30',
]

export const memories = (
  title: fc.Arbitrary<string> = fc.constant('A title'),
): fc.Arbitrary<GeneratedFact[]> =>
  fc.array(
    fc.record({
      title,
      expires: fc.constantFrom(...EXPIRES),
      supersedes: fc.option(index, { nil: undefined }),
      links: fc.array(index, { maxLength: 4 }),
      created: fc.constantFrom('2025-12-31', '2026-01-01', TODAY),
      damage: fc.oneof(
        { weight: 3, arbitrary: fc.constant('none' as const) },
        {
          weight: 1,
          arbitrary: fc.constantFrom(
            'truncated' as const,
            'invalid' as const,
            'wrong id' as const,
            'other contract' as const,
            'duplicate member' as const,
          ),
        },
      ),
    }),
    { maxLength: 12 },
  )

const idAt = (position: number): string => `fact-${String(position + 1).padStart(4, '0')}`

/** Writes the memory of a project. */
export function seedMemory(root: string, facts: readonly GeneratedFact[]): void {
  const folder = join(root, '.workbench', 'memory')
  mkdirSync(folder, { recursive: true })
  for (const [position, fact] of facts.entries()) {
    const file = join(folder, `${idAt(position)}.json`)
    writeFileSync(file, textOf(fact, idAt(position)))
    // An invalid file that is new is read again, because it could be half-written.
    utimesSync(file, 0, 0)
  }
}

const OTHER_CONTRACT =
  '{"schema":"handoff.v1","producedBy":"x","wave":"w1","status":"complete","artifacts":[{"path":"a","schema":"b"}],"summary":"x"}'

function textOf({ title, expires, supersedes, links, created, damage }: GeneratedFact, id: string): string {
  const fact = {
    schema: 'fact.v1',
    producedBy: 'curator',
    id: damage === 'wrong id' ? 'fact-0099' : id,
    type: 'decision',
    scope: 'project',
    title,
    body: 'Every project and task is kept in PostgreSQL.',
    confidence: 'high',
    source: 'ADR-7',
    created,
    ...(expires !== undefined && { expires }),
    ...(supersedes !== undefined && { supersedes: idAt(supersedes) }),
    links: links.map(idAt),
  }
  if (damage === 'other contract') return OTHER_CONTRACT
  const text = JSON.stringify(damage === 'invalid' ? { ...fact, confidence: 1 } : fact)
  if (damage === 'duplicate member') return text.replace('{', '{"id":"fact-0001",')
  return damage === 'truncated' ? text.slice(0, -1) : text
}

/** The ids of the current facts, by the definition in docs/working-area.md. */
export const currentIds = (facts: readonly GeneratedFact[], today: string): string[] =>
  facts.flatMap(({ damage, expires }, position) => {
    const isSuperseded = facts.some((other) => other.damage === 'none' && other.supersedes === position)
    const isExpired = typeof expires === 'string' && expires !== '2026-02-30' && expires < today
    return damage === 'none' && !isSuperseded && !isExpired ? [idAt(position)] : []
  })
