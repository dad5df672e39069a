import { countWords, isHandwrittenPage } from './count-words.js'

test('countWords() counts what is between white space, without the sections that a benchmark writes', () => {
  const page = [
    '# One two', // 2
    '<!-- bench:api -->',
    '| a | b |',
    '<!-- /bench:api -->',
    'three, four-five', // 2
    '<!-- bench:api-growth -->',
    'c',
    '<!-- /bench:api-growth -->',
  ]
  expect(countWords(page.join('\n'))).toBe(4)
  expect(countWords('')).toBe(0)
})

test.each([
  ['docs/api.md', true],
  ['docs/decisions/0001-enum-without-type.md', true],
  ['docs/contracts.md', true],
  ['docs/contracts/README.md', false],
  ['docs/library/index.md', false],
  ['docs/examples/expected.json', false],
  ['README.md', false],
])('isHandwrittenPage(%j) is %j', (path, expected) => {
  expect(isHandwrittenPage(path)).toBe(expected)
})

test('countWords() does not count the lines of tables and bullets', () => {
  expect(countWords('- one\n\n| two | three |\n| --- | --- |\n')).toBe(3)
})
