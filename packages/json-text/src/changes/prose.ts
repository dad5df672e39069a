import { deleting } from '../text/edits.ts'
import { START, type State, withMistakes } from '../grammar/grammar.ts'
import type { Lexer, Token } from '../lexical/lexer.ts'
import type { Mistake } from '../lexical/mistake.ts'
import { isFrame } from '../lexical/frame.ts'

/** The start of an object or of an array in other text, or of a string that contains one. */
const JSON_START =
  /"[{[](?:\s|\\[nrt]){0,1000}\\"|\{[\s,]*(?:["'`“”„‘}/\\#]|[\w$]+\s*[:=])|\[[\s,]*["'`“”„‘{[\\]/g

export const isProse = ({ kind }: Mistake): boolean => kind === 'text before' || kind === 'text after'

/** What follows if text before or after the artifact is left out. */
export function* afterProse(state: State, { start, before }: Token, lexer: Lexer): Generator<State> {
  const { text } = lexer
  if (state.expected === 'end' && !/[}\],:]/.test(text.charAt(start))) {
    // The line break at the end of a file stays.
    const end = text.endsWith('\n') ? text.length - 1 : text.length
    yield { ...withMistakes(state, [...before, prose('after', start, end, lexer)]), at: text.length }
  }
  if (state.tokens <= 1 && !state.open) {
    JSON_START.lastIndex = state.expected === 'value' ? start : 0
    const found = JSON_START.exec(text)?.index ?? 0
    if (found > 0) yield { ...withMistakes(START, [prose('before', 0, found, lexer)]), at: found }
  }
}

/** Text is deleted only if it frames the artifact, and says nothing about it. */
function prose(where: 'before' | 'after', start: number, end: number, { text }: Lexer): Mistake {
  const found = text.slice(start, end)
  const artifact = where === 'before' ? text.slice(end) : text.slice(0, start)
  // A number or a string before other text can be a part of it.
  const isBesideContainer = where === 'before' || /[}\]]\s*(?:```\s*)?$/.test(artifact)
  const isHarmless = isBesideContainer && isFrame(found, artifact)
  return {
    kind: `text ${where}`,
    offset: start + (/\S/.exec(found)?.index ?? 0),
    hint: isHarmless
      ? `delete the text ${where} the JSON value`
      : `write one JSON value only; the text ${where} it can be a part of the artifact`,
    edits: [deleting(start, end)],
    certainty: isHarmless ? 'accepted' : 'never',
  }
}
