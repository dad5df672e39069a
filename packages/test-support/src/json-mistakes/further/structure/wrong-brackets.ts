import { insertAt, remove, replace } from '../../edits.ts'
import type { Mistake } from '../../mistakes/mistake.ts'
import { endsValue, isClosing, isOpening, type Token } from '../../tokens.ts'
import { anywhere } from '../kinds.ts'
import { listsIn, membersIn } from '../members.ts'
import { closingOf } from '../tokens-of.ts'

/** The pairs of brackets of one kind, without those of the whole artifact. */
function pairsIn(tokens: readonly Token[], kind: '{' | '['): [open: Token, close: Token][] {
  return tokens.flatMap((open, index): [Token, Token][] => {
    const close = closingOf(tokens, index)
    return open.kind === kind && open.container !== -1 && close ? [[open, close]] : []
  })
}

const replacing =
  (open: string, close: string) =>
  ([first, last]: readonly [Token, Token]) => [replace(first, open), replace(last, close)]

/** Brackets of another kind or in the wrong direction, and too many of them. */
export const wrongBracketsMistakes: readonly Mistake[] = [
  anywhere('opening bracket in the place of a closing one', ({ tokens }) =>
    tokens
      .filter(({ kind }) => isClosing(kind))
      .map((token) => [replace(token, token.kind === '}' ? '{' : '[')]),
  ),
  anywhere('closing bracket in the place of an opening one', ({ tokens }) =>
    tokens
      .filter(({ kind }) => isOpening(kind))
      .map((token) => [replace(token, token.kind === '{' ? '}' : ']')]),
  ),
  anywhere('opening bracket of the other kind', ({ tokens }) =>
    tokens
      .filter(({ kind, container }) => isOpening(kind) && container !== -1)
      .map((token) => [replace(token, token.kind === '{' ? '[' : '{')]),
  ),
  anywhere('list in braces', ({ tokens }) => pairsIn(tokens, '[').map(replacing('{', '}'))),
  anywhere('object in square brackets', ({ tokens }) => pairsIn(tokens, '{').map(replacing('[', ']'))),
  anywhere('list in parentheses', ({ tokens }) => pairsIn(tokens, '[').map(replacing('(', ')'))),
  anywhere('object in parentheses', ({ tokens }) => pairsIn(tokens, '{').map(replacing('(', ')'))),
  anywhere('list in angle brackets', ({ tokens }) => pairsIn(tokens, '[').map(replacing('<', '>'))),
  anywhere('list without brackets', (json) =>
    listsIn(json).map(({ open, close }) => [remove(open), remove(close)]),
  ),
  anywhere('inner object in doubled braces', ({ tokens }) => pairsIn(tokens, '{').map(replacing('{{', '}}'))),
  anywhere('list in doubled brackets', ({ tokens }) => pairsIn(tokens, '[').map(replacing('[[', ']]'))),
  anywhere('list split into two', (json) =>
    listsIn(json).flatMap(({ commas }) => commas.map((comma) => [replace(comma, '], [')])),
  ),
  anywhere('object split into two', (json) =>
    membersIn(json).flatMap(({ name, comma }) =>
      comma && name.container !== 0 ? [[replace(comma, '}, {')]] : [],
    ),
  ),
  anywhere('closing bracket also too early', ({ tokens }) =>
    tokens.flatMap((token, index) => {
      const before = tokens[index - 1]
      const open = token.container === -1 ? undefined : tokens[token.container]
      if (token.kind !== ',' || !before || !open || !endsValue(before)) return []
      return [[insertAt(before.end, open.kind === '{' ? '}' : ']')]]
    }),
  ),
  anywhere('several closing brackets after the artifact', ({ text }, random) => [
    [insertAt(text.trimEnd().length, random.pick(['}}', ']}', '}]}', ']', '\n}\n}']))],
  ]),
]
