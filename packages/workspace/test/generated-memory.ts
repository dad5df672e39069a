import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'

import fc from 'fast-check'

import { draft, newProject, risk, TODAY } from './project.ts'

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

/** Around {@link TODAY}, and some that are no day. */
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

export const idAt = (position: number): string => `fact-${String(position + 1).padStart(4, '0')}`

/** Creates a project with this memory. */
export function projectWithMemory(facts: readonly GeneratedFact[]) {
  const project = newProject()
  mkdirSync(project.at('memory'), { recursive: true })
  for (const [position, fact] of facts.entries()) {
    const file = project.at('memory', `${idAt(position)}.json`)
    writeFileSync(file, textOf(fact, idAt(position)))
    // An invalid file that is new is read again, because it could be half-written.
    utimesSync(file, 0, 0)
  }
  return project
}

function textOf({ title, expires, supersedes, links, created, damage }: GeneratedFact, id: string): string {
  const { agent, ...members } = draft({ title })
  const fact = {
    schema: 'fact.v1',
    producedBy: agent,
    id: damage === 'wrong id' ? 'fact-0099' : id,
    ...members,
    created,
    ...(expires !== undefined && { expires }),
    ...(supersedes !== undefined && { supersedes: idAt(supersedes) }),
    links: links.map(idAt),
  }
  if (damage === 'other contract') return JSON.stringify({ schema: 'risk.v1', producedBy: agent, ...risk })
  const text = JSON.stringify(damage === 'invalid' ? { ...fact, confidence: 1 } : fact)
  if (damage === 'duplicate member') return text.replace('{', '{"id":"fact-0001",')
  return damage === 'truncated' ? text.slice(0, -1) : text
}

/** The ids of the current facts, by the definition in docs/working-area.md. */
export const currentIds = (facts: readonly GeneratedFact[], today = TODAY): string[] =>
  facts.flatMap(({ damage, expires }, position) => {
    const isSuperseded = facts.some((other) => other.damage === 'none' && other.supersedes === position)
    const isExpired = typeof expires === 'string' && expires !== '2026-02-30' && expires < today
    return damage === 'none' && !isSuperseded && !isExpired ? [idAt(position)] : []
  })
