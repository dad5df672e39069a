import { insertAt, replace } from '../../edits.ts'
import type { Mistake } from '../../mistakes/mistake.ts'
import { anywhere, around } from '../kinds.ts'
import { linesIn, listsIn } from '../members.ts'
import { tokensOf } from '../tokens-of.ts'

/** Commas and colons that are wrong, repeated or missing throughout. */
export const furtherSeparatorMistakes: readonly Mistake[] = [
  { name: 'all commas missing', edits: (json) => tokensOf(json, ',').map((comma) => replace(comma, ' ')) },
  {
    name: 'semicolons for all commas',
    edits: (json) => tokensOf(json, ',').map((comma) => replace(comma, ';')),
  },
  anywhere('commas at the end of a line and before the next one', (json) =>
    linesIn(json)
      .filter(({ content }) => content.endsWith(','))
      .map(({ end }) => [insertAt(end, ', ')]),
  ),
  anywhere('comma after an opening bracket', (json) =>
    tokensOf(json, '{', '[').map(({ end }) => [insertAt(end, ',')]),
  ),
  around('separator beside the artifact', (random) =>
    random.pick([['', ','] as const, ['', ';'] as const, [',', ''] as const, ['', '.'] as const]),
  ),
  anywhere('bar or conjunction for a comma', (json, random) =>
    listsIn(json).flatMap(({ commas }) =>
      commas.map((comma) => [replace(comma, random.pick([' | ', ' and ', ' & ', ', and ']))]),
    ),
  ),
  anywhere('sign of another language for a colon', (json, random) =>
    tokensOf(json, ':').map((colon) => [
      replace(colon, random.pick([' =>', ' ->', ' →', ' :=', ' ==', '::', ': =', ' is'])),
    ]),
  ),
]
