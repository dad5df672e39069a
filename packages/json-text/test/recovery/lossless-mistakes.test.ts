import fc from 'fast-check'

import { repetitions } from '@workbench/test-support/repetitions'
import { recovered } from './recovered.ts'
import { type MistakeName, MISTAKES, writeBroken } from './broken-writer.ts'
import { restricted } from './restricted.ts'

/** Texts as in artifacts. */
const TEXTS = [
  ...['high', 'The batch fails', 'a, b and c', 'https://x.y/z?a=b', "it's late", 'say "hi" now'],
  ...[
    'line\nbreak',
    'tab\there',
    'a\\b',
    'é and 😀',
    '',
    'fact-0012',
    '1',
    'true',
    '2026-01-31',
    'x: y',
    '# 1',
  ],
]

/** Texts that look like JSON or like mistakes. */
const MISLEADING_TEXTS = [
  ...[
    '"quoted" start',
    '{x}',
    '[1]',
    '// no comment',
    '...',
    'None',
    'end.\n',
    '\n}\n',
    '",',
    "',",
    '": "',
    "': '",
    '"a": 1',
    "x'",
  ],
  ...[
    '",\n"b": 1',
    "',\n'b': 1",
    '“',
    '”, ',
    '`',
    '`, `',
    '\\',
    '\\"',
    '```',
    '"',
    "'",
    '}',
    '\n  "a": "b",\n',
  ],
]

const NAMES = ['schema', 'id', 'createdAt', 'effort_hours', 'a-b', 'a b', 'größe', '1']

/** Artifacts whose texts and names are among these. */
function artifactsOf(texts: fc.Arbitrary<string>, names: fc.Arbitrary<string>): fc.Arbitrary<object> {
  const { value } = fc.letrec<{ value: unknown; object: unknown; array: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      texts,
      texts,
      fc.oneof(fc.integer(), fc.constantFrom(0, 0.5, -0.25, 1e21, 12.5)),
      fc.boolean(),
      tie('object'),
      tie('array'),
    ),
    object: fc.dictionary(names, tie('value'), { maxKeys: 4, noNullPrototype: true }),
    array: fc.array(tie('value'), { maxLength: 4 }),
  }))
  return fc
    .dictionary(names, value, { minKeys: 1, maxKeys: 4, noNullPrototype: true })
    .filter((artifact) => !Object.hasOwn(artifact, '__proto__'))
}

const artifacts = artifactsOf(fc.constantFrom(...TEXTS), fc.constantFrom(...NAMES))

const wildTexts = fc.oneof(fc.constantFrom(...TEXTS, ...MISLEADING_TEXTS), fc.string({ unit: 'binary' }))
const wildArtifacts = artifactsOf(wildTexts, fc.oneof(fc.constantFrom(...NAMES), wildTexts))

/** Two mistakes at the same location, or one that is a guess if the other one is. */
const CONFLICTS: readonly (readonly MistakeName[])[] = [
  ['missing colons', 'raw control characters'],
  ['missing colons', 'quotes in strings'],
  ['missing commas', 'quotes in strings'],
  ['missing commas', 'raw control characters'],
  ['text before', 'quotes in strings'],
  ['text after', 'quotes in strings'],
  ['missing colons', 'single quotes'],
  ['missing colons', 'smart quotes'],
  ['missing colons', 'backticks'],
  ['escaped quotes', 'names without quotes'],
]

const combinations = fc
  .uniqueArray(fc.constantFrom(...MISTAKES), { minLength: 1, maxLength: 4 })
  .filter((mistakes) => !CONFLICTS.some((conflict) => conflict.every((each) => mistakes.includes(each))))

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function recoveredFrom(artifact: unknown, mistakes: readonly MistakeName[]) {
  const text = writeBroken(artifact, new Set(mistakes))
  fc.pre(!isJson(text))
  const { repaired, isLossless } = recovered(text, restricted)
  return { text, isLossless, value: repaired && (JSON.parse(repaired.text) as unknown) }
}

describe('recover()', () => {
  test.each(MISTAKES)('restores an artifact with %s', (mistake) => {
    fc.assert(
      fc.property(artifacts, (artifact) => {
        expect(recoveredFrom(artifact, [mistake])).toMatchObject({ isLossless: true, value: artifact })
      }),
      { numRuns: 200 },
    )
  })

  test('restores an artifact with up to four kinds of mistakes', () => {
    fc.assert(
      fc.property(artifacts, combinations, (artifact, mistakes) => {
        expect(recoveredFrom(artifact, mistakes)).toMatchObject({ isLossless: true, value: artifact })
      }),
      { numRuns: repetitions(150, 2000) },
    )
  })

  test('is lossless only if the value stays the same, whatever the texts of the artifact are', () => {
    fc.assert(
      fc.property(wildArtifacts, combinations, (artifact, mistakes) => {
        const { isLossless, value } = recoveredFrom(artifact, mistakes)
        fc.pre(isLossless)
        expect(value).toEqual(artifact)
      }),
      { numRuns: repetitions(250, 4000) },
    )
  })
})
