import { replacing, type TextEdit } from '../text/edits.ts'
import { EXPECTATIONS } from '../lexical/expectations.ts'
import type { Mistake } from '../lexical/mistake.ts'
import type { Explanation } from './explanation.ts'

/** The escapes of JSON text that was escaped once too often, from the first token that starts with one; else undefined. */
export function escapesIn(text: string, { choices }: Explanation): Mistake | undefined {
  const failures = Array.from(choices.values(), ({ failure }) => failure)
  const first = failures.find(({ token }) => /^\\["nrt]/.test(text.slice(token.start, token.start + 2)))
  // A text alone is no artifact.
  if (!first || !/[{[]/.test(text)) return undefined
  const { start } = first.token
  const edits: TextEdit[] = []
  for (const { 0: found, 1: escaped, index } of text
    .slice(start)
    .matchAll(/"|\\(["\\/bfnrt]|u[0-9a-fA-F]{4})/g)) {
    if (escaped === undefined) break
    const at = start + index
    edits.push(replacing(at, at + found.length, JSON.parse(`"${found}"`) as string))
  }
  const hint = 'write the quotes without backslashes'
  const expected = EXPECTATIONS[first.state.expected]
  return { kind: 'escaped', offset: start, expected, hint, edits, certainty: 'always' }
}
