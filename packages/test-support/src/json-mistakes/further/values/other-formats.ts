import type { ArtifactText, Mistake } from '../../mistakes/mistake.ts'
import type { TokenKind } from '../../tokens.ts'
import { throughout } from '../kinds.ts'
import { sourceOf } from '../tokens-of.ts'

/** The text with each token written in another way. */
function rewritten(json: ArtifactText, write: (source: string, kind: TokenKind) => string): string {
  let text = ''
  let at = 0
  for (const token of json.tokens) {
    text += json.text.slice(at, token.start) + write(sourceOf(json, token), token.kind)
    at = token.end
  }
  return text + json.text.slice(at)
}

const content = (source: string): string => source.slice(1, -1)

/** A string in apostrophes, if it needs no escape there. */
const inApostrophes = (source: string): string => (/['\\]/.test(source) ? source : `'${content(source)}'`)

/** An object of JavaScript, with a text before the closing brackets of all that is not empty. */
function javaScript(json: ArtifactText, beforeClosing: string): string {
  const text = rewritten(json, (source, kind) => {
    if (kind === 'name') return content(source)
    if (kind === 'string') return inApostrophes(source)
    return kind === '}' || kind === ']' ? beforeClosing + source : source
  })
  return text.replaceAll(/([{[]\s*),/g, '$1')
}

const PYTHON: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' }
const PHP: Readonly<Record<string, string>> = { '{': '[', '}': ']', ':': ' =>' }
const RUBY: Readonly<Record<string, string>> = { ':': ' =>', null: 'nil' }

/** Artifacts in the syntax of another language. */
export const otherFormatMistakes: readonly Mistake[] = [
  throughout('dictionary of Python', (json) =>
    rewritten(json, (source, kind) =>
      kind === 'name' || kind === 'string' ? inApostrophes(source) : (PYTHON[source] ?? source),
    ),
  ),
  throughout('object of JavaScript', (json) => javaScript(json, '')),
  throughout('object of JavaScript with commas at the end', (json) => javaScript(json, ',')),
  throughout('hash of Ruby or array of PHP', (json, random) => {
    const signs = random.pick([RUBY, PHP])
    return rewritten(json, (source) => signs[source] ?? source)
  }),
]
