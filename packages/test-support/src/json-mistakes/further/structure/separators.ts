import { insertAt, replace } from '../../edits.ts'
import type { Mistake } from '../../mistakes/mistake.ts'
import { isOpening } from '../../tokens.ts'
import { anywhere, around } from '../kinds.ts'
import { linesIn, listsIn, membersIn } from '../members.ts'
import { sourceOf, tokensOf } from '../tokens-of.ts'

/** Commas and colons that are wrong, repeated or missing throughout. */
export const furtherSeparatorMistakes: readonly Mistake[] = [
  {
    name: 'all commas at line ends missing',
    edits: (json) =>
      tokensOf(json, ',')
        .filter(({ end }) => json.text[end] === '\n')
        .map((comma) => replace(comma, '')),
  },
  {
    name: 'all commas missing',
    edits: (json) => tokensOf(json, ',').map((comma) => replace(comma, ' ')),
  },
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
  around('comma after the artifact', () => ['', ',']),
  around('semicolon after the artifact', () => ['', ';']),
  around('comma before the artifact', () => [',', '']),
  anywhere('bar for a comma', (json) => tokensOf(json, ',').map((comma) => [replace(comma, ' |')])),
  anywhere('a conjunction for a comma', (json, random) =>
    listsIn(json).flatMap(({ commas }) =>
      commas.map((comma) => [replace(comma, random.pick([' and ', ' & ', ', and ']))]),
    ),
  ),
  anywhere('doubled colon', (json) => tokensOf(json, ':').map((colon) => [replace(colon, '::')])),
  anywhere('arrow for a colon', (json, random) =>
    tokensOf(json, ':').map((colon) => [replace(colon, random.pick([' =>', ' ->', ' →']))]),
  ),
  anywhere('assignment for a colon', (json, random) =>
    tokensOf(json, ':').map((colon) => [replace(colon, random.pick([' :=', '=', ' =', ' ==']))]),
  ),
  {
    name: 'equals signs for all colons',
    edits: (json) => tokensOf(json, ':').map((colon) => replace(colon, ' =')),
  },
  anywhere('name written twice', (json) =>
    membersIn(json).map(({ name }) => [insertAt(name.start, `${sourceOf(json, name)}: `)]),
  ),
  anywhere('value written twice', (json) =>
    membersIn(json)
      .filter(({ value }) => !isOpening(value.kind))
      .map(({ value }) => [insertAt(value.end, ` ${sourceOf(json, value)}`)]),
  ),
]
