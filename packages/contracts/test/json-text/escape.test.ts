import { compileSchema, escapeText, formatViolations } from '@workbench/contracts'
import { stringifyEscaped } from '@workbench/contracts/internal'
import fc from 'fast-check'

/** Control, format and separator characters, and lone surrogates. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u

const unsafeCharacters = [
  '\0',
  '\n',
  '\r',
  '\t',
  '\u001b[31m',
  '\u007f',
  '\u0085',
  '\u009b',
  '\u00ad',
  '\u200b',
  '\u200f',
  '\u2028',
  '\u2029',
  '\u202e',
  '\u2066',
  '\ufeff',
  '\u{e0041}',
  '\ud800',
]

const hostileText = fc
  .array(fc.constantFrom('a', '"', '\\', 'é', '😀', '\ufe0f', ...unsafeCharacters), { maxLength: 40 })
  .map((parts) => parts.join(''))

describe('escapeText()', () => {
  it.each(unsafeCharacters)('escapes %j', (text) => {
    expect(escapeText(`a${text}b`)).not.toMatch(UNSAFE)
    expect(escapeText(`a${text}b`)).toMatch(/^a\\u(\{[0-9a-f]{5}\}|[0-9a-f]{4})/)
  })

  it('leaves letters, marks, emoji and spaces unchanged', () => {
    expect(escapeText('Größe 日本語 नमस्ते 👍🏽 a b')).toBe('Größe 日本語 नमस्ते 👍🏽 a b')
  })
})

describe('stringifyEscaped()', () => {
  it('returns JSON text of the same value without unsafe characters', () => {
    fc.assert(
      fc.property(fc.dictionary(hostileText, hostileText), fc.constantFrom(undefined, 2), (value, indent) => {
        const text = stringifyEscaped(value, indent)
        expect(text.replaceAll('\n', '')).not.toMatch(UNSAFE)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
        expect(text.includes('\n')).toBe(indent !== undefined && Object.keys(value).length > 0)
      }),
    )
  })
})

describe('the message of a violation', () => {
  it('contains no unsafe character of the artifact or of the schema', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (name, text) => {
        const { validateText } = compileSchema({
          type: 'object',
          required: [name],
          properties: {
            [name]: { type: 'object' },
            value: { enum: [`${text}x`], pattern: `${text.replaceAll(/["\\[\ud800]/g, '')}y$` },
            constant: { const: text },
          },
          if: { properties: { [`${name}?`]: { const: text } } },
          then: { properties: { value: { const: name } } },
          additionalProperties: false,
        })
        for (const artifact of [{ [text]: text, value: text, constant: name }, { [name]: text }, text]) {
          const verdict = validateText(stringifyEscaped(artifact))
          const violations = verdict.valid ? [] : verdict.violations
          for (const { message } of violations) expect(message).not.toMatch(UNSAFE)
          expect(formatViolations(violations).replaceAll('\n', '')).not.toMatch(UNSAFE)
        }
      }),
    )
  })

  it('contains no unsafe character of text that is not JSON', () => {
    const { validateText } = compileSchema({})
    fc.assert(
      fc.property(hostileText, (text) => {
        const verdict = validateText(text)
        for (const { message } of verdict.valid ? [] : verdict.violations) expect(message).not.toMatch(UNSAFE)
      }),
    )
  })
})
