import { type BrokenText, isJson } from './broken-texts.ts'
import { applyEdits, insertAt } from './edits.ts'
import { tokenize } from './tokens.ts'

/** What follows a text that was cut, and what is before it. */
interface Ending {
  readonly name: string
  readonly before?: string
  readonly after: string
}

/** The endings, in the order of the table. */
export const cutEndings: readonly Ending[] = [
  { name: 'in a code fence', before: '```json\n', after: '\n```' },
  { name: 'a closing code fence', after: '\n```\n' },
  { name: 'three dots', after: '...' },
  { name: 'three dots and a bracket', after: '...]' },
  { name: '“[truncated]”', after: ' [truncated]' },
  { name: '“(continued)”', after: ' (continued)' },
]

interface Options {
  /** The texts of valid artifacts, by contract. */
  readonly texts: Readonly<Record<string, string>>
  /** Characters between two cuts. */
  readonly step?: number
  /** Whether a text that is JSON is a valid artifact. */
  readonly isValidText: (contract: string, text: string) => boolean
}

/** Cuts each text after each character, and appends each ending. */
export function* cutTexts({ texts, step = 1, isValidText }: Options): Generator<BrokenText> {
  for (const [contract, text] of Object.entries(texts)) {
    const original = tokenize(text)
    for (let start = 1; start <= text.length; start += step) {
      for (const { name, before = '', after } of cutEndings) {
        const edits = [insertAt(0, before), { start, end: text.length, insert: after }]
        const cut = applyEdits(text, edits) ?? text
        if (!isJson(cut) || !isValidText(contract, cut))
          yield { contract, mistakes: [name], original, edits, text: cut }
      }
    }
  }
}
