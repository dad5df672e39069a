import { risk } from '../project.ts'
import { adviceOn, type Members, messagesOn } from './advice-on.ts'

const estimate = (
  expected: number | undefined,
  ...items: readonly (readonly [number, number, number])[]
): Members => ({
  scope: 's',
  assumptions: ['a'],
  ...(expected !== undefined && { expected }),
  items: items.map(([optimistic, likely, pessimistic]) => ({ optimistic, likely, pessimistic })),
})

describe('advice', () => {
  it.each([
    [200, []],
    [undefined, []],
    [210, ['/exposureEur exposure']],
    [20, ['/exposureEur exposure']],
    [-200, ['/exposureEur exposure']],
  ])(
    'compares an exposure of %p with the probability 0.2 times the impact 1000: %j',
    (exposureEur, expected) => {
      expect(adviceOn('risk.v1', { ...risk, ...(exposureEur !== undefined && { exposureEur }) })).toEqual(
        expected,
      )
    },
  )

  it.each([
    [0.1, 3, 0.3],
    [0.35, 12_345, 4321],
    [0.35, 12_345, 4320],
    [0.35, 12_345, 4300],
    [0, 500, 0],
  ])(
    'accepts the exposure of probability %p and impact %p rounded to %p',
    (probability, impactEur, exposureEur) => {
      expect(adviceOn('risk.v1', { ...risk, probability, impactEur, exposureEur })).toEqual([])
    },
  )

  it.each([
    ['by more than a hundredth', 4000],
    ['to tens, but by more than five', 4310],
  ])('does not accept an exposure that is rounded %s', (_, exposureEur) => {
    const artifact = { ...risk, probability: 0.35, impactEur: 12_345, exposureEur }
    expect(messagesOn('risk.v1', artifact)).toEqual([
      `Expected probability × impactEur = 4320.75; received ${exposureEur}`,
    ])
  })

  it('accepts an exposure that differs by half of its last digit and a billionth', () => {
    const large = { ...risk, probability: 0.5, impactEur: 1_000_000_000 }
    expect(adviceOn('risk.v1', { ...large, exposureEur: 500_000_001 })).toEqual([])
    expect(adviceOn('risk.v1', { ...large, exposureEur: 500_000_002 })).toEqual(['/exposureEur exposure'])
  })

  it('shows the product without the digits of floating-point errors', () => {
    expect(messagesOn('risk.v1', { ...risk, probability: 0.1, impactEur: 3, exposureEur: 2 })).toEqual([
      'Expected probability × impactEur = 0.3; received 2',
    ])
  })

  it.each([
    [4, [[2, 4, 6]], []],
    [4.17, [[2, 4, 7]], []],
    [4.2, [[2, 4, 7]], []],
    [5, [[2, 4, 7]], ['/expected pert']],
    [4.5, [[2, 4, 7]], ['/expected pert']],
    [4.19, [[2, 4, 7]], ['/expected pert']],
    [14.5, [[12, 14, 17]], ['/expected pert']],
    [1.5e-7, [[0, 0, 2]], []],
    [undefined, [[2, 4, 6]], []],
    [
      99,
      [
        [2, 4, 6],
        [1, 2, 3],
      ],
      [],
    ],
  ] as const)('compares the expected value %p with the PERT value of %j: %j', (expected, items, advice) => {
    expect(adviceOn('estimate.v1', estimate(expected, ...items))).toEqual(advice)
  })

  it('says which expected value follows from the three of an item', () => {
    expect(messagesOn('estimate.v1', estimate(5, [2, 4, 7]))).toEqual([
      'Expected (optimistic + 4 × likely + pessimistic) / 6 = 4.16666666667; received 5',
    ])
  })
})
