import { digestOf } from '@workbench/workspace'

test('digestOf() is the SHA-256 of the text or of its bytes in UTF-8, in hexadecimal digits', () => {
  const digest = '4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c'
  expect(digestOf('é')).toBe(digest)
  expect(digestOf(Buffer.from('é'))).toBe(digest)
})
