import fc from 'fast-check'

import { repetitions } from '@workbench/test-support/repetitions'
import { JsonSyntaxError, tokenize } from '../../src/json-text/tokenizer.ts'
import { damagedTexts, jsonTexts, randomTexts } from './texts.ts'

/** The offset of the first syntax error; undefined without one. */
function errorOffset(text: string): number | undefined {
  try {
    tokenize(text, {})
    return undefined
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error.offset
    throw error
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('tokenize()', () => {
  test('throws exactly if JSON.parse throws', () => {
    fc.assert(
      fc.property(fc.oneof(jsonTexts, damagedTexts, damagedTexts, randomTexts), (text) => {
        expect(errorOffset(text) === undefined).toBe(isJson(text))
      }),
      { numRuns: repetitions(1000, 5000) },
    )
  })

  test('throws at the first character that makes the text invalid', () => {
    fc.assert(
      fc.property(fc.oneof(damagedTexts, randomTexts), (text) => {
        const offset = errorOffset(text)
        fc.pre(offset !== undefined)
        // The text before it is JSON, or its only error is that it ends.
        expect([undefined, offset]).toContain(errorOffset(text.slice(0, offset)))
      }),
      { numRuns: repetitions(500, 2000) },
    )
  })
})
