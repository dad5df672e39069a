import { readFileSync } from 'node:fs'

import fc from 'fast-check'

import { hostileText } from '@workbench/test-support/hostile-text'

/** The contract of all artifacts. */
export const CONTRACT = 'finding.v1'

const validText = readFileSync(
  new URL('../../../../docs/examples/valid/finding.v1.json', import.meta.url),
  'utf8',
)
const example = JSON.parse(validText) as Readonly<Record<string, unknown>>

/** An artifact as the bytes of its file, and whether they are valid by construction. */
export interface Artifact {
  readonly description: string
  readonly bytes: Uint8Array
  readonly isValid: boolean
  /** The parsed value; absent if the bytes are not JSON or JSON.parse would lose a part of them. */
  readonly value?: unknown
}

const ofValue = (description: string, value: unknown, isValid = false): Artifact => ({
  description,
  bytes: Buffer.from(JSON.stringify(value)),
  isValid,
  value,
})

const ofBytes = (description: string, ...parts: (string | Uint8Array)[]): Artifact => ({
  description,
  bytes: Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part))),
  isValid: false,
})

/** Well-formed text of at most 60 code points, which a title may have. */
const shortened = (text: string): string => Buffer.from(Array.from(text).slice(0, 60).join('')).toString()

const size = fc.nat({ max: 1000 })

/** Artifacts that are valid, except for hostile values of free text. */
const validArtifacts = [
  fc
    .constant(ofBytes('the example', validText))
    .map((artifact) => ({ ...artifact, isValid: true, value: example })),
  hostileText().map((text) =>
    ofValue('a hostile title', { ...example, title: shortened(text) || 'x' }, true),
  ),
]

const brokenValues = [
  hostileText().map((text) => ofValue('a hostile enum value', { ...example, severity: `${text}.` })),
  hostileText().map((text) => ofValue('a hostile member name', { ...example, [`${text}.`]: text })),
  hostileText().map((text) =>
    ofValue('a hostile member in a member', { ...example, location: { [`${text}.`]: 1 } }),
  ),
  hostileText().map((text) => ofValue('a hostile contract id', { ...example, schema: `${text}.` })),
  hostileText().map((text) => ofValue('the wrong type', { ...example, evidence: text })),
  size.map((length) => ofValue('a long member name', { ...example, ['n'.repeat(1000 * length + 20)]: {} })),
  size.map((length) => ofValue('many violations', { ...example, evidence: Array(100 * length + 1).fill(1) })),
  size.map((length) =>
    ofValue('many members', Object.fromEntries(Array.from({ length }, (_, n) => [`m${n}`, n]))),
  ),
  fc
    .constantFrom(null, true, 0, 'x', [], [example], { finding: example }, {})
    .map((value) => ofValue('another value', value)),
]

const brokenTexts = [
  fc
    .nat({ max: validText.lastIndexOf('}') - 1 })
    .map((end) => ofBytes('a truncated text', validText.slice(0, end))),
  hostileText().map((text) => ofBytes('text around', text.replaceAll('{', '('), '\n', validText, 'x')),
  fc
    .constantFrom(0xff, 0xc0, 0xed, 0x80)
    .map((byte) =>
      ofBytes(
        'invalid UTF-8',
        validText.replace('"title": "', '"title": "\0').split('\0')[0] ?? '',
        Uint8Array.of(byte),
        '"}',
      ),
    ),
  fc.constant(ofBytes('a byte-order mark', '\ufeff', validText)),
  fc.constant(ofBytes('UTF-16', Buffer.from(`\ufeff${validText}`, 'utf16le'))),
  fc.constant(ofBytes('a code fence', '```json\n', validText, '```\n')),
  fc.constant(ofBytes('a null byte', validText, '\0')),
  fc.constant(ofBytes('two values', validText, validText)),
  fc.constant(ofBytes('no text')),
  size.map((depth) =>
    ofBytes('deep nesting', '{"x":', '['.repeat(20 * depth + 300), ']'.repeat(20 * depth + 300), '}'),
  ),
  size.map((depth) => ofBytes('unclosed nesting', '[{"x":'.repeat(20 * depth + 1))),
  size.map((count) => ofBytes('many duplicates', '{"x":0', ',"x":0'.repeat(count + 1), '}')),
  size.map((length) =>
    ofBytes(
      'duplicates below a long name',
      `{"${'n'.repeat(1000 * length)}":{"x":0`,
      ',"x":0'.repeat(500),
      '}}',
    ),
  ),
  hostileText().map((text) =>
    ofBytes('raw control characters', validText.replace('"title": "', `"title": "${text}\n`)),
  ),
]

export const artifacts: fc.Arbitrary<Artifact> = fc.oneof(
  { weight: 2, arbitrary: fc.oneof(...validArtifacts) },
  { weight: 4, arbitrary: fc.oneof(...brokenValues) },
  { weight: 4, arbitrary: fc.oneof(...brokenTexts) },
)
