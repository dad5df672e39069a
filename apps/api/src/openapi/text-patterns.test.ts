import { loadOpenApiDocument } from './document.ts'

const INVISIBLE = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/u
const LAST_CODE_POINT = 0x10ffff

const { components } = loadOpenApiDocument(new URL('../../openapi.yaml', import.meta.url))
const notBlank = components['schemas']?.['NotBlank'] as Record<string, string>

test.each([
  ['pattern', 'u', 0xffff],
  ['pattern', '', 0xffff],
  ['x-unicode-pattern', 'u', LAST_CODE_POINT],
])(
  'NotBlank: %s with the flags %j rejects exactly the invisible characters up to %d',
  (keyword, flags, last) => {
    const isVisible = new RegExp(notBlank[keyword] ?? '', flags)
    const differing: string[] = []
    for (let codePoint = 0; codePoint <= last; codePoint++) {
      const character = String.fromCodePoint(codePoint)
      if (isVisible.test(character) === INVISIBLE.test(character)) differing.push(codePoint.toString(16))
    }
    expect(differing).toEqual([])
    expect(isVisible.test('😀')).toBe(true)
  },
)

test.each(['u', ''])(
  'the pattern of texts that can be stored, with the flags %j, accepts pairs of surrogates only',
  (flags) => {
    const request = components['schemas']?.['ProjectRequest'] as {
      properties: Record<string, { pattern: string }>
    }
    const isStorable = new RegExp(request.properties['name']?.pattern ?? '', flags)
    const valid = ['', 'a', '😀', 'a😀b😀', '\uE000\uFFFF']
    const invalid = ['\0', 'a\0', '\uD83D', '\uDE00', '\uDE00\uD83D', '😀\uD83D']
    expect([...valid, ...invalid].filter((text) => isStorable.test(text))).toEqual(valid)
  },
)
