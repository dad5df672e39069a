import { isAsciiSet } from './character-set.ts'

/** A set that contains only the character that it consists of. */
const LITERAL = /^[^\\[.]$/u

const MAX_CODE_POINT = 0x10ffff

/** A block with high surrogates contains no low ones, which would form pairs with them. */
const BLOCK_SIZE = 0x400

const OFFSETS = Array.from({ length: BLOCK_SIZE }, (_, offset) => offset)

/**
 * Returns one character for each combination of the sets that contain it: every other character is in the same sets as
 * one of these.
 * @param sources classes, escapes and literals of regular expressions
 */
export function distinctCharacters(sources: readonly string[]): string[] {
  const expressions = sources.map((source) => new RegExp(`^${source}$`, 'u'))
  const characters = new Map<string, string>()
  for (const character of candidates(sources)) {
    const combination = expressions.map((expression) => (expression.test(character) ? 1 : 0)).join('')
    if (!characters.has(combination)) characters.set(combination, character)
  }
  return [...characters.values()]
}

/**
 * ASCII, and characters at which each of the sets begins and ends. In the order in which they are preferred: a reader
 * understands the first ones best.
 */
function* candidates(sources: readonly string[]): Iterable<string> {
  yield* 'abcxyz0123456789ABCXYZ'
  for (let index = 0; index < 128; index++) yield String.fromCharCode((index + 32) % 128)
  yield 'é'
  for (const source of sources) {
    if (!LITERAL.test(source)) continue
    yield source
    yield String.fromCodePoint(Math.min((source.codePointAt(0) ?? 0) + 1, MAX_CODE_POINT))
  }
  const others = sources.filter((source) => !LITERAL.test(source) && !isAsciiSet(source))
  if (others.length > 0) yield* boundaries(others)
}

function* boundaries(sources: readonly string[]): Iterable<string> {
  const runs = sources.map((source) => new RegExp(`(?:${source})+`, 'gu'))
  for (let first = 0; first < MAX_CODE_POINT; first += BLOCK_SIZE) {
    const block = String.fromCodePoint(...OFFSETS.map((offset) => first + offset))
    yield characterAt(block, 0)
    for (const run of runs) {
      for (const { 0: text, index } of block.matchAll(run)) {
        yield characterAt(block, index)
        if (index + text.length < block.length) yield characterAt(block, index + text.length)
      }
    }
  }
}

const characterAt = (text: string, index: number): string =>
  String.fromCodePoint(text.codePointAt(index) ?? 0)
