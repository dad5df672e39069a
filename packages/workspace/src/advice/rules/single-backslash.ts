import type { Member } from '../members-in.ts'
import type { Advice } from '../rule.ts'

/**
 * A control character that JSON reads from `\b`, `\f` or `\t` where a backslash was meant, as in `\beta`. A backspace or a
 * form feed before a letter is never meant. A tab can be, unless the rest of a LaTeX command follows: one that is no word, or
 * one in a formula, which has a sign of LaTeX or arithmetic beside it, or `$` on both sides.
 */
const CONTROL_CHARACTER = new RegExp(
  [
    String.raw`[\b\f](?=\p{L})`,
    String.raw`\t(?=(?:heta|imes|ilde|riangle|herefore)(?![a-z])|(?:ext[a-z]*|frac|binom)\{)`,
    String.raw`\t(?=au(?![a-z]))(?<=[ (=+*/-]\t)`,
    String.raw`\t(?=(?:anh?|au|op?)(?:\(|\s*[\\_^{]))`,
    String.raw`\t(?=(?:anh?|au|op?)(?![a-z])[^$\n]{0,200}\$)(?<=\$(?![\d ])[^$\n]{0,200})`,
  ].join('|'),
  'u',
)

const NAMES: Readonly<Record<string, string>> = { '\b': 'a backspace', '\f': 'a form feed', '\t': 'a tab' }

/** Texts of which a backslash was lost, because the JSON has one instead of two. */
export const singleBackslashes = (members: readonly Member[]): Advice[] =>
  members.flatMap(({ path, value }) => (typeof value === 'string' ? adviceOnText(value, path) : []))

function adviceOnText(text: string, path: string): Advice[] {
  const match = CONTROL_CHARACTER.exec(text)
  if (!match) return []
  const [character] = match
  const [letters = ''] = /^\p{L}{1,30}/u.exec(text.slice(match.index + 1)) ?? []
  const word = JSON.stringify(character + letters).slice(1, -1)
  const message = `The text has ${NAMES[character] ?? ''} before "${letters}", which JSON reads from ${word}; if ${word} is meant, write \\${word}`
  return [{ path, rule: 'single-backslash', message }]
}
