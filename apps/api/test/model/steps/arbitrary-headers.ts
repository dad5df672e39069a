import fc from 'fast-check'

import type { Condition, KeyHeader } from './step.ts'

/** Generates `common`, or once in `oneIn` times a value of `rare`. */
export const mostly = <Common, Rare>(
  common: Common,
  rare: fc.Arbitrary<Rare>,
  oneIn: number,
): fc.Arbitrary<Common | Rare> =>
  fc.oneof({ weight: oneIn - 1, arbitrary: fc.constant(common) }, { weight: 1, arbitrary: rare })

const valuesIn = (text: string): string[] => text.trim().split(/ *\n */)

/** Values of Accept. */
export const ACCEPTED = valuesIn(`
  */*
  application/json
  application/*;q=0.5
  text/html, application/json;q=0.1
  APPLICATION/JSON
  text/html
  application/json;q=0
  image/*`)

const tag = fc.record({
  kind: fc.constantFrom<'current' | 'former' | 'other'>('current', 'current', 'former', 'other'),
  isWeak: mostly(false, fc.constant(true), 6),
  encoding: mostly('', fc.constantFrom('-br', '-gzip', '-zstd'), 4),
})

const CONDITION_TEXTS = [
  ...['', '"\t"', `"${'x'.repeat(2_000)}"`],
  ...valuesIn(`
    *
    "
    x
    1-1
    "a" "b"
    "a",
    ,
    W/
    W/"
    w/"a"
    *, "a"
    "\u00ff"
    "\\"
    ""
    "99999999999999999999-1"
    "1-99999999999999999999"
    "1--1"`),
]

/** The value of a precondition header. */
export const condition: fc.Arbitrary<Condition> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('tags' as const),
      tags: fc.array(tag, { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...CONDITION_TEXTS).map((text) => ({ kind: 'text' as const, text })),
  },
)

/** Each is invalid: a valid key would be shared by all clients. */
const KEY_TEXTS = [
  ...['', '\u00e9', 'x'.repeat(256), `"${'x'.repeat(256)}"`, '\t\\'],
  ...valuesIn(`
    ""
    "
    a b
    a,b
    a;b
    "a
    a"b
    "\\a"
    "a", "b"`),
]

/** The value of the Idempotency-Key header. */
export const key: fc.Arbitrary<KeyHeader> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('new' as const),
      isQuoted: fc.boolean(),
      rest: fc.oneof(fc.stringMatching(/^[!#-+\-.:<-[\]-~]{0,20}$/), fc.constant('x'.repeat(200))),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom(...KEY_TEXTS).map((text) => ({ kind: 'text' as const, text })) },
)
