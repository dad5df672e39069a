import { segmentNameFrom } from '@workbench/workspace'
import fc from 'fast-check'

import { isSegmentName } from '../src/segment-name.ts'

describe('segmentNameFrom()', () => {
  it.each([
    ['Security Reviewer', 'security-reviewer'],
    ['Wave 1: Audit', 'wave-1-audit'],
    ['feature-dev:code-reviewer', 'feature-dev-code-reviewer'],
    ['Prüfer Größe', 'prufer-gro-e'],
    ['../../etc', 'etc'],
    ['v1..2', 'v1.2'],
    ['con', 'x-con'],
    ['NUL.txt', 'x-nul.txt'],
    [`${'a'.repeat(63)} b`, 'a'.repeat(63)],
    ['プロ', ''],
    ['', ''],
  ])('proposes for %j the name %j', (text, name) => {
    expect(segmentNameFrom(text)).toBe(name)
  })

  it('proposes a valid name or none', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 100 }),
      fc.string({
        unit: fc.constantFrom('a', 'Z', '9', '.', '-', '_', ' ', '/', 'é', 'con', 'nul'),
        maxLength: 90,
      }),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const name = segmentNameFrom(text)
        expect(name === '' || isSegmentName(name)).toBe(true)
      }),
    )
  })
})
