/** The limit for all pages in docs/ that people write. */
export const MAX_WORDS = 13_500

/** Pages that a program writes. */
const generated = ['docs/contracts/', 'docs/library/']

/** A section of a page that a benchmark or a test writes. */
const GENERATED_SECTION = /^<!-- ((?:bench|test):\S+) -->$[^]*?^<!-- \/\1 -->$/gm

/**
 * Whether the words of a file count.
 * @param {string} path Relative to the repository, with `/`.
 */
export function isHandwrittenPage(path) {
  return (
    path.startsWith('docs/') && path.endsWith('.md') && !generated.some((start) => path.startsWith(start))
  )
}

/**
 * The number of words between white space, without generated sections. A word has a letter or a digit: the lines of
 * tables and bullets have none.
 * @param {string} markdown
 */
export function countWords(markdown) {
  return markdown.replaceAll(GENERATED_SECTION, '').match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0
}
