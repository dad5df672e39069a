import { READABLE } from './character-set.ts'
import { linearMatcher } from './linear-matcher.ts'
import { parseRegExp, type RegExpNode } from './parse.ts'

/** A longer text would not help a reader. */
const MAX_LENGTH = 200

/**
 * Returns a short text that matches a pattern that {@link linearMatcher} supports; undefined if none was found.
 * Alternatives and lookarounds are not searched.
 */
export function exampleText(pattern: string): string | undefined {
  const text = textOf(parseRegExp(pattern))
  return text.length <= MAX_LENGTH && linearMatcher(pattern).test(text) ? text : undefined
}

function textOf(node: RegExpNode): string {
  switch (node.kind) {
    case 'set': {
      const expression = new RegExp(`^${node.source}$`, 'u')
      return READABLE.find((character) => expression.test(character)) ?? ''
    }
    case 'sequence':
      return node.parts.map(textOf).join('')
    case 'alternation':
      return node.parts[0] ? textOf(node.parts[0]) : ''
    case 'repeat':
      return textOf(node.part).repeat(Math.min(node.min, MAX_LENGTH))
    default:
      return ''
  }
}
