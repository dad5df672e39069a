import { insertAt, remove, replace } from '../../edits.ts'
import type { Mistake } from '../../mistakes/mistake.ts'
import { endsValue, isOpening, type Token, type TokenKind } from '../../tokens.ts'
import { anywhere } from '../kinds.ts'
import { listsIn } from '../members.ts'
import { closingOf } from '../tokens-of.ts'

const OPPOSITE: Readonly<Partial<Record<TokenKind, string>>> = { '{': '}', '}': '{', '[': ']', ']': '[' }

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
  anywhere('bracket in the wrong direction', ({ tokens }) =>
    tokens.flatMap((token) => {
      const other = OPPOSITE[token.kind]
      return other === undefined ? [] : [[replace(token, other)]]
    }),
  ),
  anywhere('opening bracket of the other kind', ({ tokens }) =>
    tokens
      .filter(({ kind, container }) => isOpening(kind) && container !== -1)
      .map((token) => [replace(token, token.kind === '{' ? '[' : '{')]),
  ),
  anywhere('both brackets of the other kind', ({ tokens }) => [
    ...pairsIn(tokens, '[').map(replacing('{', '}')),
    ...pairsIn(tokens, '{').map(replacing('[', ']')),
  ]),
  anywhere('parentheses for brackets', ({ tokens }) =>
    [...pairsIn(tokens, '['), ...pairsIn(tokens, '{')].map(replacing('(', ')')),
  ),
  anywhere('list without brackets', (json) =>
    listsIn(json).map(({ open, close }) => [remove(open), remove(close)]),
  ),
  anywhere('closing bracket also too early', ({ tokens }) =>
    tokens.flatMap((token, index) => {
      const [before, open] = [tokens[index - 1], tokens[token.container]]
      if (token.kind !== ',' || !before || !open || !endsValue(before)) return []
      return [[insertAt(before.end, open.kind === '{' ? '}' : ']')]]
    }),
  ),
  anywhere('several closing brackets after the artifact', ({ text }, random) => [
    [insertAt(text.trimEnd().length, random.pick(['}}', ']}', '}]}', ']', '\n}\n}']))],
  ]),
]
