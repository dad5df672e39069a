/**
 * @typedef {object} Finding
 * @property {number} line 0: the path of the file.
 * @property {string} word As written in the file.
 * @property {string} use
 */

/**
 * Finds the words of `terms` in a file: in its path, and line by line in its text.
 * @param {string} path Relative to the repository, with `/`.
 * @param {string} text
 * @param {readonly import('./terms.js').Term[]} terms
 * @returns {Finding[]}
 */
export function findTerms(path, text, terms) {
  const applicable = terms.filter(
    ({ only, except }) => (!only || isBelow(path, only)) && !isBelow(path, except ?? []),
  )
  const words = new Map(
    applicable.flatMap((term) => split(term).filter(isOneWord).flatMap(forms).map(withUse(term))),
  )
  const phrases = applicable.flatMap((term) =>
    split(term)
      .filter((word) => !isOneWord(word))
      .map(withUse(term)),
  )
  return [path, ...text.split('\n')].flatMap((content, line) => [
    ...wordsOf(content).flatMap((word) => {
      const use = words.get(word.toLowerCase())
      return use === undefined ? [] : [{ line, word, use }]
    }),
    ...phrases
      .filter(([phrase]) => new RegExp(`\\b${phrase}\\b`, 'i').test(content))
      .map(([word, use]) => ({ line, word, use })),
  ])
}

/**
 * @param {string} path
 * @param {readonly string[]} prefixes
 */
export function isBelow(path, prefixes) {
  return prefixes.some((prefix) => path.startsWith(prefix))
}

/** @param {import('./terms.js').Term} term */
function split({ words }) {
  return words.split(/, */)
}

/** @param {string} word */
function isOneWord(word) {
  return !word.includes(' ')
}

/**
 * judge, judges, judged, judging; outlaw, outlaws, outlawed, outlawing; witness, witnesses.
 * @param {string} word
 */
function forms(word) {
  const stem = word.replace(/e$/, '')
  const plural = word.endsWith('y') ? word.replace(/y$/, 'ies') : `${word}s`
  const doubled = stem + stem.slice(-1)
  return [word, plural, `${stem}es`, `${stem}ed`, `${stem}ing`, `${doubled}ed`, `${doubled}ing`]
}

/**
 * The parts of identifiers count as words: `judgeStill`, `MAX_FAULTS`, `judge-file.ts`.
 * @param {string} text
 */
function wordsOf(text) {
  return text.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})/gu) ?? []
}

/**
 * @param {import('./terms.js').Term} term
 * @returns {(word: string) => [string, string]}
 */
function withUse({ use }) {
  return (word) => [word, use]
}
