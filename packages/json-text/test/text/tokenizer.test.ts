import fc from 'fast-check'

import { repetitions } from '@workbench/test-support/repetitions'
import { tokenize } from '../../src/text/tokenizer.ts'
import { jsonTexts } from '@workbench/test-support/json/json-texts'

/** The tokens with their offsets, as texts. */
function tokensOf(text: string): string[] {
  const tokens: string[] = []
  tokenize(text, {
    open: (kind, offset) => tokens.push(`${kind} ${offset}`),
    close: () => tokens.push('close'),
    name: (name, offset) => tokens.push(`name ${name} ${offset}`),
    scalar: (offset) => tokens.push(`scalar ${offset}`),
  })
  return tokens
}

/** The value of a text, made of its tokens. */
function valueOf(text: string): unknown {
  const root: unknown[] = []
  const open: { readonly container: object; name: string | number }[] = [{ container: root, name: 0 }]
  const add = (value: unknown) => {
    const at = open.at(-1)
    if (!at) throw new Error('Unexpected value after the end')
    Object.defineProperty(at.container, at.name, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    })
    if (typeof at.name === 'number') at.name++
  }
  tokenize(text, {
    open: (kind) => {
      const container = kind === 'array' ? [] : {}
      add(container)
      open.push({ container, name: kind === 'array' ? 0 : '' })
    },
    close: () => open.pop(),
    name: (name) => {
      const at = open.at(-1)
      if (at) at.name = name
    },
    scalar: (offset) => {
      const [literal = ''] = /^(?:"(?:[^"\\]|\\[^])*"|[^\s,\]}]+)/.exec(text.slice(offset)) ?? []
      add(JSON.parse(literal))
    },
  })
  return root[0]
}

describe('tokenize()', () => {
  test('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(jsonTexts, (text) => {
        expect(valueOf(text)).toEqual(JSON.parse(text))
      }),
      { numRuns: repetitions(500, 3000) },
    )
  })

  test('reads the same tokens from the start of a text', () => {
    fc.assert(
      fc.property(jsonTexts, fc.nat(), (text, choice) => {
        const tokens = tokensOf(text.slice(0, choice % (text.length + 1)))
        expect(tokensOf(text).slice(0, tokens.length)).toEqual(tokens)
      }),
      { numRuns: repetitions(500, 3000) },
    )
  })

  test.each([
    ['{"a\\\\":"\\""}', ['object 0', 'name a\\ 1', 'scalar 7', 'close']],
    ['["\\\\", 1]', ['array 0', 'scalar 1', 'scalar 7', 'close']],
    ['["a', ['array 0']],
    ['{"a', ['object 0']],
  ])('reads %s', (text, tokens) => {
    expect(tokensOf(text)).toEqual(tokens)
  })
})
