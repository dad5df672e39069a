/** A word of a name, in lower case, and where it is in the text without separators. */
export interface Part {
  readonly text: string
  readonly start: number
}

/** Characters that do not count when words are compared. */
const SEPARATORS = /[\s_'’`-]/

/** In lower case, without separators and apostrophes. */
export function withoutSeparators(word: string): string {
  const lowerCase = word.toLowerCase()
  // Most words have no separators; replacing none takes four times as long as finding none.
  return SEPARATORS.test(lowerCase) ? lowerCase.replaceAll(new RegExp(SEPARATORS, 'g'), '') : lowerCase
}

/** A word without what stands around it and says nothing: quotes, Markdown, a full stop or a comma, invisible characters. */
export const withoutMarks = (word: string): string =>
  ONLY_LETTERS.test(word)
    ? word
    : word
        .replaceAll(/\p{Cf}/gu, '')
        .trim()
        .replace(/^[$@]?(["'`*]*)(.*?)[.,]?\1$/su, '$2')

/** Other signs than separators: `!`, `?`, a dash before or after a word. */
export const signsOf = (word: string): string =>
  ONLY_LETTERS.test(word)
    ? ''
    : word.replaceAll(/([\p{L}\d][\s_]*)-+(?=[\s_]*[\p{L}\d])/gu, '$1').replaceAll(/[\p{L}\d\s_'’`]/gu, '')

/** Most words: one test takes less time than to look for marks and signs in them. */
const ONLY_LETTERS = /^\w+$/

/** Most words. They are not split, which takes longer than everything else that is decided about them. */
const ONE_WORD = /^[a-z]+$/

/** Splits a name at its separators and in camel case: `impactEur` and `impact_eur`. */
export function partsOf(word: string): readonly Part[] {
  if (ONE_WORD.test(word)) return [{ text: word, start: 0 }]
  const words = word
    .replaceAll(/['’`]/g, '')
    .replaceAll(/(\p{Ll})(?=\p{Lu})|(\p{L})(?=\p{Lu}\p{Ll})/gu, '$1$2 ')
    .split(/[\s_-]+/)
  let start = 0
  return words.flatMap((each) => {
    const text = each.toLowerCase()
    start += text.length
    return text === '' ? [] : [{ text, start: start - text.length }]
  })
}

export const textOf = (parts: readonly Part[]): string => parts.map(({ text }) => text).join('')
