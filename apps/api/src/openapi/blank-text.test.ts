import { loadOpenApiDocument } from './document.ts'

const INVISIBLE = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/u
/** A pattern for characters after it needs the flag `u`, which many clients do not set. */
const LAST_CODE_POINT = 0xffff

test('NotBlank rejects exactly the characters up to U+FFFF that are invisible', () => {
  const { components } = loadOpenApiDocument(new URL('../../openapi.yaml', import.meta.url))
  const { pattern = '' } = components['schemas']?.['NotBlank'] as { pattern?: string }
  const differing: string[] = []
  for (const flags of ['u', '']) {
    const isVisible = new RegExp(pattern, flags)
    expect(isVisible.test('😀')).toBe(true)
    for (let codePoint = 0; codePoint <= LAST_CODE_POINT; codePoint++) {
      const character = String.fromCodePoint(codePoint)
      if (isVisible.test(character) === INVISIBLE.test(character)) differing.push(codePoint.toString(16))
    }
  }
  expect(differing).toEqual([])
})
