import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Repeats a part, which can depend on its number, up to a length. */
function fill(part: string | ((index: number) => string), length: number): string {
  const parts: string[] = []
  for (let index = 0, filled = 0; filled < length; index++) {
    const next = typeof part === 'string' ? part : part(index)
    parts.push(next)
    filled += next.length
  }
  return parts.join('')
}

type Part = Parameters<typeof fill>[0]
type Shape = (length: number) => string

const MEMBERS =
  '"schema":"finding.v1","producedBy":"r","id":"F-1","severity":"high","title":"T","summary":"S"'
const inText =
  (part: Part): Shape =>
  (length) =>
    `{${MEMBERS},"failureScenario":"${fill(part, length)}"}`
const inList =
  (part: Part): Shape =>
  (length) =>
    `{${MEMBERS},"extra":[${fill(part, length)}]}`
const inObject =
  (part: Part): Shape =>
  (length) =>
    `{${MEMBERS},"extra":{${fill(part, length)}}}`
const before =
  (part: Part): Shape =>
  (length) =>
    `${fill(part, length)}{${MEMBERS}}`
const after =
  (part: Part): Shape =>
  (length) =>
    `{${MEMBERS}}${fill(part, length)}`
const nested =
  (open: string, close: string, end: string): Shape =>
  (length) => {
    const depth = length / (open.length + close.length)
    return open.repeat(depth) + '1' + close.repeat(depth) + end
  }

const SHAPES: Readonly<Record<string, Shape>> = {
  'opening brackets': (length) => '['.repeat(length),
  'opening objects': (length) => fill('{"a":', length),
  'closing brackets': after('}'),
  'closing brackets of both kinds': after(']}'),
  'levels without the last bracket': nested('[', ']', ' '),
  'levels with a bracket too many': nested('[', ']', ']'),
  'levels with other brackets': nested('[', '}', ''),
  'levels with trailing commas': nested('[1,', ',]', ''),
  'commas in an object': (length) => `{"a":1${','.repeat(length)}}`,
  'commas in a list': (length) => `[1${','.repeat(length)}]`,
  'commas without an end': (length) => `[1${','.repeat(length)}`,
  'semicolons without an end': (length) => `[1${';'.repeat(length)}`,
  'semicolons between items': inList('1;'),
  colons: inObject(':'),
  'double quotes': (length) => `{"a":${'"'.repeat(length)}}`,
  'double quotes around words in a text': inText('a "b" c '),
  'double quotes and separators in a text': inText('a", b" '),
  backslashes: inText('\\'),
  'backslashes without an end': (length) => `{"a":"${'\\'.repeat(length)}`,
  'escapes of regular expressions': inText('a\\d '),
  'escapes of single quotes': inText("a\\' "),
  'unknown escapes beside line breaks': inText('a\\q\\n '),
  'incomplete escapes': inText('\\u12'),
  'tabs and line breaks in a text': inText('a\tb\r\n'),
  'control characters in a text': inText('\u0001'),
  'white space before an extra quote': inList(() => `"${' '.repeat(900)}"",`),
  'line breaks before an extra quote': inList(() => `"${' \n'.repeat(450)}"",`),
  'a text without an end, with other quotes': (length) =>
    `{${MEMBERS},"a":"${fill("don't ‘a’ “b” `c` ", length)}`,
  'strings in single quotes': inList("'a',"),
  'a long string in single quotes': (length) => `{'a':'${'b'.repeat(length)}'}`,
  'strings in typographic quotes': inList('“a“ b”,'),
  'strings in backticks without an end': inList('`${a`,'),
  'comments in lines': inObject((index) => `"a${index}":1, // c\n`),
  'comments in blocks': before('/* c */'),
  'comments without an end': inList('1,/*'),
  addresses: inList('https://a.b/c?d=e,'),
  'code fences': before('```json\n'),
  prose: before('word and [1] text. '),
  'prose after the artifact': after(' severity: high.'),
  'bare words': inList('word '),
  'a bare word with white space': (length) => `{"a":w${' '.repeat(length)}w}`,
  'bare names': inObject((index) => `a${index}:1,`),
  'numbers with commas': inList('1,234,567 '),
  'numbers in other notations': inList('.5,0x1F,NaN,007,'),
  'duplicate names': (length) => `{${fill('"a":1 ', length)}}`,
  'a long name': (length) => `{${'n'.repeat(length)}:1}`,
  'missing commas': inList('"a" '),
  'missing colons': inObject((index) => `"a${index}" 1,`),
  'missing values': inObject((index) => `"a${index}":,`),
  'missing closing quotes': (length) => `{${fill((index) => `"a${index}": "text,\n`, length)}}`,
  'objects that are each broken': inList(
    (index) => ['{"a":1 "b":2},', '{"a":"x},', "{'a':1},", '{a:b},', '{"a":[1},'][index % 5] ?? '',
  ),
  'single surrogates': inObject((index) => `"\ud800${index}":"\udc00" `),
  ellipses: inList('1, ..., '),
  'escaped JSON': (length) => fill('{\\"a\\":1,', length),
  documents: (length) => fill((index) => `{"a":${index}}\n`, length),
}

const LENGTH = 40_000

/**
 * Prints how much work `fixText()` does for each text of the input: the number of executed blocks of the library, as the
 * coverage of V8 counts them, and of characters that regular expressions match or search.
 */
const PROGRAM = `
  import { Session } from 'node:inspector'
  import { fixText, openContracts } from ${JSON.stringify(fileURLToPath(new URL('../../dist/index.js', import.meta.url)))}
  const session = new Session()
  session.connect()
  const post = (method, parameters) => {
    let result
    session.post(method, parameters, (error, value) => (result = value))
    return result
  }
  const { exec } = RegExp.prototype
  let searched = 0
  RegExp.prototype.exec = function (text) {
    const from = this.global || this.sticky ? this.lastIndex : 0
    const found = exec.call(this, text)
    const isAnchored = this.sticky || this.source.startsWith('^')
    searched += found ? found.index + found[0].length - from : isAnchored ? 1 : text.length - from
    return found
  }
  post('Profiler.enable')
  post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  const blocks = () =>
    post('Profiler.takePreciseCoverage')
      .result.filter(({ url }) => url.includes('/contracts/dist/'))
      .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
      .reduce((sum, { count }) => sum + count, 0)
  const contract = openContracts().get('finding.v1')
  let input = ''
  for await (const chunk of process.stdin) input += chunk
  const counts = JSON.parse(input).map((text) => {
    searched = 0
    blocks()
    fixText(contract, text)
    return blocks() + searched
  })
  console.log(JSON.stringify(counts))`

const names = Object.keys(SHAPES)
let counts: readonly number[] = []

beforeAll(() => {
  const texts = Object.values(SHAPES).flatMap((shape) => [shape(LENGTH), shape(2 * LENGTH)])
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    encoding: 'utf8',
    // The first text compiles the contract.
    input: JSON.stringify(['{,}', ...texts]),
    maxBuffer: Infinity,
  })
  expect(stderr).toBe('')
  counts = (JSON.parse(stdout) as number[]).slice(1)
}, 300_000)

describe('fixText() does at most 2.5 times the work for twice as many', () => {
  it.each(names)('%s', (name) => {
    const [once = 0, twice = 0] = counts.slice(2 * names.indexOf(name))
    expect(once).toBeGreaterThan(LENGTH / 100)
    expect(twice / once).toBeLessThan(2.5)
  })
})
