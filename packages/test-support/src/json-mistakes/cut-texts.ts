import { type BrokenText, isJson } from './broken-texts.ts'
import { applyEdits, insertAt } from './edits.ts'
import { tokenize } from './tokens.ts'

const FENCE = '```json\n'

/** What can follow a text that was cut, and what is then before it. */
export const cutEndings: readonly {
  readonly name: string
  readonly after: string
  readonly before?: string
}[] = [
  { name: 'in a code fence', before: FENCE, after: '\n```' },
  { name: 'in a code fence, and a sentence', before: FENCE, after: '\n```\nThe rest follows.' },
  { name: 'a closing code fence', after: '\n```\n' },
  { name: 'three dots', after: '...' },
  { name: 'an ellipsis', after: '…' },
  { name: 'three dots and a bracket', after: '...]' },
  { name: '“[truncated]”', after: ' [truncated]' },
  { name: '“[truncated]” in a line', after: '\n[truncated]\n' },
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
