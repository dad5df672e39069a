import { isString, memoized } from '@workbench/json-text'
import { subschemasOf } from './subschemas.ts'
import type { SchemaNode } from './types.ts'

/** Longer values, such as whole sentences, are not searched. */
const MAX_WORDS = 8

/**
 * Returns whether a text has a name of a member or an allowed value of a schema, or of a schema that it refers to, in any
 * case and with any separators: `effortHours`, `EFFORT_HOURS` and `effort hours`; with a number, also a word of one: `4 hours`.
 */
export const mentionsOf = memoized((root: SchemaNode) => {
  const names = namesAndValues(root)
    .map((name) => wordsIn(withoutCamelCase(name)))
    .filter(({ length }) => length > 0 && length <= MAX_WORDS)
  const spellings = new Set(names.flatMap((words) => [words.join(' '), words.join('')]))
  const parts = new Set(names.filter(({ length }) => length > 1).flatMap((words) => words.filter(isLong)))
  const lengths = [...new Set(names.map(({ length }) => length)), 1]
  const isIn = (words: readonly string[]): boolean =>
    words.some((_, start) =>
      lengths.some((length) => spellings.has(words.slice(start, start + length).join(' '))),
    )
  return (text: string): boolean => {
    const words = wordsIn(withoutCamelCase(text))
    return isIn(words) || isIn(wordsIn(text)) || (/\d/.test(text) && words.some((word) => parts.has(word)))
  }
})

/** Not a preposition, as in `producedBy`. */
const isLong = (word: string): boolean => word.length > 2

const withoutCamelCase = (text: string): string => text.replaceAll(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')

const wordsIn = (text: string): readonly string[] =>
  text
    .toLowerCase()
    // `won't` is `wont`, but `I'd` is not `id`.
    .replaceAll(/(n)['’](?=t\b)|['’]s\b/g, '$1')
    .match(/[\p{L}\p{N}]+(?:['’]\p{L}+)*/gu) ?? []

function namesAndValues(root: SchemaNode): string[] {
  const nodes = new Set([root])
  const found = new Set<unknown>()
  // The iteration of a set includes elements that are added during it.
  for (const node of nodes) {
    const { tests, members } = node.constraints
    for (const { keyword, expected } of tests) {
      if (keyword === 'const') found.add(expected)
      else if (keyword === 'enum') for (const value of expected) found.add(value)
    }
    for (const name of members?.required ?? []) found.add(name)
    for (const name of members?.properties.keys() ?? []) found.add(name)
    for (const [subschema] of subschemasOf(node)) nodes.add(subschema)
  }
  return [...found].filter(isString)
}
