const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

interface JsonNumber {
  readonly text: string
  readonly isLossless: boolean
}

/** Converts a number as programming languages write it to JSON: `+1`, `.5`, `5.`, `0x1F`, `1_000`, `007`. */
export function toJsonNumber(word: string): JsonNumber | undefined {
  const unsigned = word.replace(/^\+/, '')
  if (/^-?0(?:x[0-9a-f]+|o[0-7]+|b[01]+)$/i.test(unsigned)) {
    const size = Number(unsigned.replace('-', ''))
    if (!Number.isSafeInteger(size)) return undefined
    return { text: unsigned.startsWith('-') ? `-${size}` : String(size), isLossless: true }
  }
  const withoutZeros = unsigned
    .replaceAll(/(?<=\d)_(?=\d)/g, '')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.$/, '')
  const text = withoutZeros.replace(/^(-?)0+(?=\d)/, '$1')
  // Leading zeros are those of an identifier, or of an octal number.
  return JSON_NUMBER.test(text) ? { text, isLossless: text === withoutZeros } : undefined
}
