import fc from 'fast-check'

/** One value, but for another one in so many times. */
export const usually = <Common, Rare>(
  common: Common,
  rare: fc.Arbitrary<Rare>,
  oneIn: number,
): fc.Arbitrary<Common | Rare> =>
  fc.oneof({ weight: oneIn - 1, arbitrary: fc.constant(common) }, { weight: 1, arbitrary: rare })
