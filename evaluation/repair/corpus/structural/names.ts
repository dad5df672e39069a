import { childPointer, parentPointer } from '../../json/pointer.ts'
import { type Members, renameMember } from '../../json/values.ts'
import type { Site } from '../draft.ts'
import { LOSSLESS, LOSSY, type StructuralMistake } from './structural-mistake.ts'
import { capitalized, misspell } from './words.ts'

/** What agents call members of the contracts. */
const OTHER_NAMES: Readonly<Record<string, string>> = Object.fromEntries<string>(
  `summary=description title=name producedBy=author failureScenario=impact location=position file=path line=lineNumber
  remediation=recommendation effortHours=effort evidence=proof ref=reference kind=type excerpt=quote context=background
  decision=outcome options=alternatives pros=advantages cons=drawbacks deciders=participants consequences=effects
  controlId=control instrument=law requirement=rule rationale=reason assessedOn=date disclaimer=note scope=subject
  items=tasks label=name optimistic=best likely=expected pessimistic=worst assumptions=premises excluded=omitted
  body=content confidence=certainty source=origin created=createdAt tags=labels links=related wave=phase
  status=state artifacts=files path=file openQuestions=questions tokensSpent=tokens goal=objective waves=phases
  gate=exitCriteria agent=assignee dependsOn=dependencies estimateHours=hours acceptanceCriteria=criteria
  given=precondition when=action then=result priority=importance userStory=story tracesTo=references owner=responsible
  target=subject dimension=aspect verdict=outcome findings=issues metrics=stats category=area probability=likelihood
  impactEur=impact mitigation=countermeasure detection=monitoring contingency=fallback reviewBy=dueDate
  provider=tracker sourceId=key nativeState=rawState sourceUrl=link assignees=owners estimate=size flow=history`
    .split(/\s+/)
    .map((pair) => pair.split('=') as [string, string]),
)

const words = (name: string): string[] => name.split(/(?=[A-Z])/).map((word) => word.toLowerCase())

const renaming = (
  name: string,
  { isLossless }: { isLossless: boolean },
  renamed: (site: Site, random: Parameters<StructuralMistake['make']>[1]) => string | undefined,
): StructuralMistake => ({
  name,
  isLossless,
  isCombinable: true,
  make(site, random, draft) {
    const isClosed = site.parent['additionalProperties'] === false
    const other = site.isItem || !isClosed || site.name === 'schema' ? undefined : renamed(site, random)
    const isUsable =
      other !== undefined && other !== site.name && !(other in (site.parent['properties'] as Members))
    if (!isUsable || other in site.container) return undefined
    renameMember(site.container as Members, site.name, other)
    const pointer = childPointer(parentPointer(site.pointer), other)
    draft.move(site.pointer, pointer)
    return [site.pointer, pointer]
  },
})

/** Wrong names of members. */
export const nameMistakes: readonly StructuralMistake[] = [
  renaming('name in snake_case', LOSSLESS, ({ name }) => words(name).join('_')),
  renaming('name in another case', LOSSLESS, ({ name }, random) =>
    random.pick([
      words(name).map(capitalized).join(''),
      words(name).join('-'),
      words(name).map(capitalized).join(' '),
      name.toUpperCase(),
    ]),
  ),
  renaming('misspelt name', LOSSY, ({ name }, random) =>
    name.length > 4 ? misspell(name, random) : undefined,
  ),
  renaming('other name', LOSSY, ({ name }) => OTHER_NAMES[name]),
  {
    name: 'all names in snake_case',
    ...LOSSLESS,
    isCombinable: true,
    make(_, random, draft) {
      const touched: string[] = []
      // While it is in this list, the renaming of an outer member moves the pointers of the inner ones.
      draft.touched.push(touched)
      for (const site of draft.allSites().reverse())
        touched.push(...(renaming('', LOSSLESS, snakeCase).make(site, random, draft) ?? []))
      draft.touched.pop()
      return touched.length > 2 ? touched : undefined
    },
  },
]

const snakeCase = ({ name }: Site): string => words(name).join('_')
