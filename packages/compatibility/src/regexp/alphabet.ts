import { ASCII, CharacterSet, childrenOf, READABLE, type RegExpNode } from '@workbench/contracts/internal'

/**
 * Returns one character of each class of characters that the expressions distinguish: characters of one class are in the
 * same sets. Half a surrogate pair counts as a character, as it does with the `u` flag.
 */
export function alphabetOf(expressions: readonly RegExpNode[]): string[] {
  // `\b` and `\B` distinguish word characters.
  const sources = [...new Set(['\\w', ...expressions.flatMap(setSources)])]
  const sets = sources.map((source) => new CharacterSet(source))
  const classes = new Map<string, string>()
  for (const character of [...READABLE, ...ASCII, ...sources.flatMap(rangesOf)]) {
    const key = sets.map((set) => set.has(character, character.codePointAt(0) ?? 0)).join()
    if (!classes.has(key)) classes.set(key, character)
  }
  return [...classes.values()]
}

const setSources = (node: RegExpNode): string[] =>
  node.kind === 'set' ? [node.source] : childrenOf(node).flatMap(setSources)

/** Each character that is in the set, or is not, unlike the one before it; none for a set of ASCII. */
function rangesOf(source: string): string[] {
  if (new CharacterSet(source).isAscii) return []
  characters ||= Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(swapped(code))).join('')
  const runs = [...characters.matchAll(new RegExp(`(?:${source})+`, 'gu'))]
  return runs
    .flatMap(({ 0: run, index }) => [index, index + run.length])
    .map((index) => String.fromCodePoint(characters.codePointAt(index) ?? 0))
}

/** Every character, once it is needed. */
let characters = ''

/** Swaps the first and the second halves of surrogate pairs, so that they form no pairs in a text of all characters. */
const swapped = (code: number): number => (code >= 0xd800 && code < 0xe000 ? code ^ 0x400 : code)
