import { truncate } from '../values/quote.ts'
import { replacing } from '../text/edits.ts'
import type { Certainty, Mistake } from './mistake.ts'

export const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const LITERAL = /^(?:T(?:rue|RUE)|F(?:alse|ALSE)|N(?:one|ull|ULL|IL)|nil)$/
/** Numbers that JSON does not have, or only in another notation, which would lose how they are written. */
const NOT_JSON = /^[+-]?(?:NaN|nan|Infinity|inf|undefined|0[xob][\da-f]+)$/i
const JSON_LITERALS: Readonly<Record<string, string>> = { t: 'true', f: 'false', n: 'null' }

/**
 * The mistakes of a word that stands for a number, a boolean or null: none if it is written as in JSON. Undefined for any
 * other word.
 */
export function mistakesOfScalar(text: string, start: number, end: number): readonly Mistake[] | undefined {
  const word = text.slice(start, end)
  if (JSON_NUMBER.test(word) || word === 'true' || word === 'false' || word === 'null') return []
  if (LITERAL.test(word)) {
    const literal = JSON_LITERALS[word.charAt(0).toLowerCase()] ?? ''
    return [correct(literal, literal, `write it as ${literal}`, 'always')]
  }
  if (NOT_JSON.test(word)) {
    const placeholder = word === 'undefined' ? 'null' : JSON.stringify(word)
    const hint = `JSON has no ${truncate(word)}; write a value that the contract allows`
    return [correct('not JSON', placeholder, hint, 'never')]
  }
  // `+1`, `.5` and `5.`
  const number = word
    .replace(/^\+/, '')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.$/, '')
  // After a decimal point, digits can be missing; before another value, it stands for a comma.
  const isBeforeValue = () => /^\s*["{[]/.test(text.slice(end, end + 100))
  const certainty = word.endsWith('.') && !isBeforeValue() ? 'never' : 'number'
  if (JSON_NUMBER.test(number))
    return [correct('number', number, `write it as ${truncate(number)}`, certainty)]
  // Leading zeros are those of an identifier, or of an octal number.
  const decimal = number.replace(/^(-?)0+(?=\d)/, '$1')
  if (!JSON_NUMBER.test(decimal)) return undefined
  const hint = 'write a number without leading zeros, or a text'
  return [correct('leading zero', JSON.stringify(word), hint, 'never')]

  function correct(kind: string, replacement: string, hint: string, certainty: Certainty): Mistake {
    const edits = [replacing(start, end, replacement)]
    return { kind, offset: start, hint, edits, certainty }
  }
}
