import fc from 'fast-check'

import type { Condition, KeyHeader } from './step.ts'

/** Generates `common`, or once in `oneIn` times a value of `rare`. */
export const mostly = <Common, Rare>(
  common: Common,
  rare: fc.Arbitrary<Rare>,
  oneIn: number,
): fc.Arbitrary<Common | Rare> =>
  fc.oneof({ weight: oneIn - 1, arbitrary: fc.constant(common) }, { weight: 1, arbitrary: rare })

const tag = fc.record({
  kind: fc.constantFrom<'current' | 'former' | 'other'>('current', 'current', 'former', 'other'),
  isWeak: mostly(false, fc.constant(true), 6),
  encoding: mostly('', fc.constantFrom('-br', '-gzip', '-zstd'), 4),
})

const CONDITION_TEXTS = ['*', '', '"', '1-1', '"a" "b"', ', "a",', '*, "a"', '"99999999999999999999-1"']

/** The value of a precondition header. */
export const condition: fc.Arbitrary<Condition> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ tags: fc.array(tag, { minLength: 1, maxLength: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ text: fc.constantFrom(...CONDITION_TEXTS) }) },
)

/** Each is invalid: a valid key would be shared by all clients. */
const KEY_TEXTS = ['', '""', '"a', 'a b', '"\\a"', '"a", "b"', 'x'.repeat(256)]

/** The value of the Idempotency-Key header. */
export const key: fc.Arbitrary<KeyHeader> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      isQuoted: fc.boolean(),
      rest: fc.oneof(fc.stringMatching(/^[!#-+\-.:<-[\]-~]{0,20}$/), fc.constant('x'.repeat(200))),
    }),
  },
  { weight: 1, arbitrary: fc.record({ text: fc.constantFrom(...KEY_TEXTS) }) },
)
