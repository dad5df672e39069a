import { loadOpenApiDocument } from './document.ts'

const INVISIBLE = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/u
const LAST_CODE_POINT = 0x10ffff

test('NotBlank rejects exactly the characters that are invisible', () => {
  const { components } = loadOpenApiDocument(new URL('../../openapi.yaml', import.meta.url))
  const { pattern = '' } = components['schemas']?.['NotBlank'] as { pattern?: string }
  const isVisible = new RegExp(pattern, 'u')
  const differing: string[] = []
  for (let codePoint = 0; codePoint <= LAST_CODE_POINT; codePoint++) {
    const character = String.fromCodePoint(codePoint)
    if (isVisible.test(character) === INVISIBLE.test(character)) differing.push(codePoint.toString(16))
  }
  expect(differing).toEqual([])
})
