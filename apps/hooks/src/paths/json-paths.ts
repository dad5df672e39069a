import { attempt } from '@workbench/workspace'

/** PATH_MAX of Linux; no operating system opens a longer path. */
export const MAX_PATH_LENGTH = 4096

const JSON_NAME = /\.json$/i

/** Characters that end a path in most languages, but that a path can contain. */
const SEPARATOR = /[=:,;|&<>(){}[\]]/

/** Words, in which a backslash can escape white space. */
const WORD = /(?:\\[^]|[^\s"'`\\])+/g

const QUOTES = ['"', "'", '`', '\n'] as const

/**
 * The texts in a string that can be the path of a `.json` file: the whole string, what is between two quotes or on one
 * line, each word, and each part of a word between separators. Each pass reads a character once, and a text is compared
 * with the file system only if it ends with `.json`, so the time is linear in the length of the string.
 */
export function* jsonPathsIn(text: string): Generator<string> {
  if (!/\.json/i.test(text)) return
  if (isPath(text)) yield text
  if (text.startsWith('file://')) yield fromFileUrl(text)
  for (const quote of QUOTES) for (const part of text.split(quote)) if (isPath(part.trim())) yield part.trim()
  for (const [word] of text.matchAll(WORD)) {
    if (isPath(word)) yield word
    if (word.includes('\\') && isPath(word)) yield word.replaceAll(/\\(.)/g, '$1')
    if (SEPARATOR.test(word)) for (const part of word.split(SEPARATOR)) if (isPath(part)) yield part
  }
}

const isPath = (text: string): boolean =>
  text.length <= MAX_PATH_LENGTH && JSON_NAME.test(text) && !text.includes('\0')

/** Converts a `file:` URL to a path; returns it unchanged if it is not one. */
export function fromFileUrl(text: string): string {
  if (!text.startsWith('file://')) return text
  return attempt(() => decodeURIComponent(new URL(text).pathname).replace(/^\/(?=[A-Za-z]:)/, '')) ?? text
}
