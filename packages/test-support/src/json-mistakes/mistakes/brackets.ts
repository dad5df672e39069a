import { insertAt, remove, replace } from '../edits.ts'
import { endsValue, isClosing, isOpening, type JsonText, type Token } from '../tokens.ts'
import { type Mistake, oneOf } from './mistake.ts'

const withKind = ({ tokens }: JsonText, is: (kind: Token['kind']) => boolean): Token[] =>
  tokens.filter(({ kind }) => is(kind))

const otherKind = ({ kind }: Token): string => (kind === '}' ? ']' : '}')

/** Missing, wrong and additional brackets. */
export const bracketMistakes: readonly Mistake[] = [
  {
    name: 'first brace missing',
    edits: (json) => withKind(json, isOpening).slice(0, 1).map(remove),
  },
  {
    name: 'last bracket missing',
    edits: (json) => withKind(json, isClosing).slice(-1).map(remove),
  },
  {
    name: 'inner opening bracket missing',
    edits: (json, random) =>
      oneOf(
        withKind(json, isOpening)
          .slice(1)
          .map((token) => [remove(token)]),
        random,
      ),
  },
  {
    name: 'inner closing bracket missing',
    edits: (json, random) =>
      oneOf(
        withKind(json, isClosing)
          .slice(0, -1)
          .map((token) => [remove(token)]),
        random,
      ),
  },
  {
    name: 'closing bracket of the other kind',
    edits: (json, random) =>
      oneOf(
        withKind(json, isClosing).map((token) => [replace(token, otherKind(token))]),
        random,
      ),
  },
  {
    name: 'closing brackets swapped',
    edits: ({ tokens }, random) =>
      oneOf(
        tokens.flatMap((token, index) => {
          const next = tokens[index + 1]
          const isPair = next && isClosing(token.kind) && isClosing(next.kind) && token.kind !== next.kind
          return isPair ? [[replace(token, next.kind), replace(next, token.kind)]] : []
        }),
        random,
      ),
  },
  {
    name: 'closing bracket too early',
    edits: ({ tokens }, random) => {
      const closings = tokens.flatMap((token, index) => (isClosing(token.kind) ? [{ token, index }] : []))
      return oneOf(
        closings.flatMap(({ token, index }) => {
          const opening = openingOf(tokens, index)
          const commas = tokens.filter(({ kind, container }) => kind === ',' && container === opening)
          return commas.map((comma) => {
            const before = tokens[tokens.indexOf(comma) - 1]
            return [insertAt(before?.end ?? comma.start, token.kind), remove(token)]
          })
        }),
        random,
      )
    },
  },
  {
    name: 'extra closing bracket',
    edits: ({ tokens }, random) =>
      oneOf(
        tokens.filter(endsValue).map(({ end }) => [insertAt(end, random.pick(['}', ']']))]),
        random,
      ),
  },
]

/** The index of the opening bracket of a closing one. */
function openingOf(tokens: readonly Token[], closing: number): number {
  const last = tokens[closing - 1]
  // An empty container, or the last token inside.
  return last && isOpening(last.kind) ? closing - 1 : (last?.container ?? -1)
}
