import type { RegExpNode } from './parse.ts'

/**
 * Whether the expression has an empty match between the two surrogates of a pair, but not at every position. With the
 * `u` flag, ECMA-262 never tries a match there; some versions of V8 do.
 */
export const matchesInsideSurrogatePair = (node: RegExpNode): boolean =>
  matchesEmpty(node, isTrueInsidePair) && !matchesEmpty(node, () => false)

type Assertion = RegExpNode & { readonly kind: 'assertion' }

/** Whether the node matches the empty string at a position where assertions evaluate to `isTrue`. */
function matchesEmpty(node: RegExpNode, isTrue: (assertion: Assertion) => boolean): boolean {
  switch (node.kind) {
    case 'sequence':
      return node.parts.every((part) => matchesEmpty(part, isTrue))
    case 'alternation':
      return node.parts.some((part) => matchesEmpty(part, isTrue))
    case 'repeat':
      return node.min === 0 || matchesEmpty(node.part, isTrue)
    case 'assertion':
      return isTrue(node)
    default:
      return false
  }
}

/** No character begins or ends inside a pair, and neither surrogate is a word character. */
function isTrueInsidePair({ source, body }: Assertion): boolean {
  if (!body) return source === '\\B'
  const isNegative = /^\(\?<?!/.test(source)
  return matchesEmpty(body, isTrueInsidePair) !== isNegative
}
