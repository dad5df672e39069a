import fc from 'fast-check'

const characters = String.raw`a b - . [ab] [^a] [^] [] \d \w \W \s \S \. \n \u0061 é \p{L} \P{L} 😀 [^😀] \u{1f600} \ud83d\ude00 \ud83d \ude00 [\udc00-\udfff]`
const assertions = String.raw`^ $ \b \B (?=a) (?!a) (?<=b) (?<!a|-) (?!.) (?<!.) (?!^) (?<!$) (?=\ude00) (?<=\ud83d) (?<=😀) (?<!😀a) (?=\B) (?!\b) (?=(?!a)b) (?<=a(?=b))`
const parts = fc.letrec<{ part: string }>((tie) => ({
  part: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...characters.split(' ')),
    fc.constantFrom(...assertions.split(' ')),
    fc.tuple(tie('part'), tie('part')).map(([first, second]) => first + second),
    fc.tuple(tie('part'), tie('part')).map(([first, second]) => `(?:${first}|${second})`),
    fc
      .tuple(tie('part'), fc.constantFrom('*', '+', '?', '{2}', '{0,2}', '{1,}', '*?', '+?', '{0}'))
      .map(([part, times]) => `(${part})${times}`),
    fc
      .tuple(fc.constantFrom('a', '[ab]', '.', '\\w', '\\W', '😀'), fc.constantFrom('*', '+', '?', '{3}'))
      .map(([set, times]) => set + times),
  ),
})).part

/** Regular expressions with all supported syntax; `linearMatcher()` rejects some of them. */
export const patterns = fc.oneof(
  parts,
  parts.map((part) => `^${part}`),
  parts.map((part) => `${part}$`),
  parts.map((part) => `^(?:${part})$`),
)
