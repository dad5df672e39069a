import type { RegExpNode } from './parse.ts'

/**
 * Whether an expression, asked between the two halves of a surrogate pair, would match there, though it does not match
 * everywhere. ECMA-262 never asks there; V8 does, in some of its versions.
 */
export const matchesInsideSurrogatePair = (part: RegExpNode): boolean =>
  isEmpty(part, holdsBetweenHalves) && !isEmpty(part, () => false)

type Place = RegExpNode & { readonly kind: 'place' }

/** Whether the part matches without a character, at a place of which conditions `holds`. */
function isEmpty(part: RegExpNode, holds: (place: Place) => boolean): boolean {
  switch (part.kind) {
    case 'sequence':
      return part.parts.every((each) => isEmpty(each, holds))
    case 'choice':
      return part.parts.some((each) => isEmpty(each, holds))
    case 'repeat':
      return part.least === 0 || isEmpty(part.part, holds)
    case 'place':
      return holds(part)
    default:
      return false
  }
}

/** No character begins or ends there, and neither half is one of a word. */
function holdsBetweenHalves({ source, around }: Place): boolean {
  if (!around) return source === '\\B'
  return isEmpty(around, holdsBetweenHalves) !== /^\(\?<?!/.test(source)
}
