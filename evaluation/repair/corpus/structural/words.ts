import type { Random } from '../../../../packages/test-support/src/artifacts/random.ts'
import type { Site } from '../draft.ts'
import { LOSSLESS, LOSSY, replacing } from './structural-mistake.ts'

/** What agents write instead of a value of an enum. */
const SYNONYMS: Readonly<Record<string, string>> = Object.fromEntries<string>(
  `critical=blocker high=major medium=moderate low=minor info=note confirmed=true_positive plausible=likely
  refuted=false_positive file=source command=test url=link standard=regulation measurement=benchmark proposed=draft
  accepted=approved rejected=declined deprecated=obsolete superseded=replaced compliant=passed partial=unfinished
  non-compliant=failed not-applicable=n/a undetermined=unknown hours=h days=d eur=€ decision=choice
  constraint=limitation convention=rule domain=business risk=hazard metric=KPI glossary=term complete=done
  blocked=stuck none=shared worktree=sandbox functional=feature non-functional=quality regulatory=legal must=P0
  should=P1 could=P2 wont=P3 pass=approved pass-with-comments=nits block=reject technical=engineering
  schedule=timeline cost=budget security=infosec compliance=legal operational=ops vendor=supplier people=staffing
  open=new mitigating=treated closed=resolved jira=Atlassian github=GH gitlab=GL linear=Lin epic=initiative
  story=feature task=todo bug=defect spike=research chore=maintenance unmapped=other triage=new ready=todo
  in-progress=doing in-review=reviewing done=finished cancelled=dropped`
    .split(/\s+/)
    .map((pair) => pair.split('=') as [string, string]),
)

const enumOf = ({ schema, value }: Site): readonly string[] | undefined =>
  Array.isArray(schema['enum']) && typeof value === 'string' ? (schema['enum'] as string[]) : undefined

export const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
const camelCase = (word: string): string =>
  word.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())

/** Swaps two letters or drops one. */
export function misspell(word: string, random: Random): string {
  const at = random.integer(1, word.length - 2)
  const a = word.charAt(at)
  const b = word.charAt(at + 1)
  return word.slice(0, at) + (random.chance(0.5) && a !== b ? b + a : a) + word.slice(at + 2)
}

/** Mistakes in words of which the contract lists the allowed ones. */
export const wordMistakes = [
  replacing('enum value in another case', LOSSLESS, (site, random) => {
    if (!enumOf(site)) return undefined
    const word = String(site.value)
    return random.pick([capitalized(word), word.toUpperCase()])
  }),
  replacing('enum value with another separator', LOSSLESS, (site, random, draft) => {
    const meant = random.shuffled(enumOf(site) ?? []).find((word) => word.includes('-'))
    if (meant === undefined) return undefined
    draft.setBoth(site, meant)
    return random.pick([meant.replaceAll('-', '_'), meant.replaceAll('-', ' '), camelCase(meant)])
  }),
  replacing('misspelt enum value', LOSSY, (site, random) => {
    const allowed = enumOf(site)
    const word = String(site.value)
    if (!allowed || word.length < 5) return undefined
    const misspelt = misspell(word, random)
    return allowed.includes(misspelt) ? undefined : misspelt
  }),
  replacing('synonym of an enum value', LOSSY, (site) => {
    const synonym = enumOf(site) && SYNONYMS[String(site.value)]
    return synonym?.replaceAll('_', ' ')
  }),
  replacing('number for a word', LOSSY, ({ name, value }, random) =>
    name === 'confidence' && typeof value === 'string' ? random.pick([0.95, 0.8, 0.6]) : undefined,
  ),
  replacing('several values for one', LOSSY, (site, random) => {
    const other = enumOf(site)?.filter((word) => word !== site.value)
    return other && [site.value, random.pick(other)]
  }),
]
