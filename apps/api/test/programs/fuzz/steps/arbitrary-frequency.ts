import fc from 'fast-check'

/** Generates `common`, or once in `oneIn` times a value of `rare`. */
export const mostly = <Common, Rare>(
  common: Common,
  rare: fc.Arbitrary<Rare>,
  oneIn: number,
): fc.Arbitrary<Common | Rare> =>
  fc.oneof({ weight: oneIn - 1, arbitrary: fc.constant(common) }, { weight: 1, arbitrary: rare })
