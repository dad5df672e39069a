import { PassThrough, Readable } from 'node:stream'

import fc from 'fast-check'

import { repetitions } from '@workbench/test-support/repetitions'
import { parseFastArgs } from '../../src/commands/validate/fast-args.ts'
import { command } from '../../src/commands/validate/command.ts'
import { runCommandLine } from '../../src/cli.ts'
import type { Command } from '../../src/command-line/define-command.ts'
import type { CommandContext } from '../../src/context.ts'

const createContext = (): CommandContext => ({
  cwd: '/',
  env: {},
  stdin: Readable.from([]),
  stdout: new PassThrough(),
  stderr: new PassThrough(),
})

/** The values that yargs passes to `validate`; undefined if it does not call `validate`. */
async function parseWithYargs(words: readonly string[]): Promise<unknown> {
  let parsed: unknown
  const capture: Command = {
    ...command,
    run: (values) => {
      parsed = values
      return Promise.resolve(0)
    },
  }
  try {
    await runCommandLine(words, new Map([['validate', capture]]), createContext())
  } catch {
    return undefined
  }
  return parsed
}

const FILES = ['a.json', 'dir/b.json', '-', 'finding.v1', 'json', 'text']
const OPTIONS = [
  ...['--format', '--format=json', '--format=github', '--ndjson', '--schemas', '--schemas=s', '--schemas=-'],
  ...['--files-from', '--files-from=-', '--files-from=list'],
  ...['--ignore', '--ignore=a'],
]
/** Options that are unknown, malformed or special to yargs. */
const UNUSUAL_OPTIONS = [
  ...['--', '--help', '--version', '-h', '-x', '-1', '--no-ndjson', '--ndjson=false', '--ndjson=', '--frmat'],
  ...['--filesFrom', '--filesFrom=x', '--format=yaml', '--format=', '--schemas=', '--schemas.a=b', '--_'],
  ...['--$0', '--schema_id=x', '--schemas="s"', "--files-from='l'", '--get-yargs-completions'],
  ...['--constructor', '--__proto__'],
]
/** Words that yargs might not take literally. */
const UNUSUAL_WORDS = [
  ...[
    '',
    ' ',
    'help',
    'version',
    'true',
    'false',
    'null',
    'undefined',
    'validate',
    'completion',
    'contracts',
  ],
  ...[
    '1',
    '1.0',
    '0x10',
    '007',
    '1e3',
    '.5',
    'a=b',
    '"a"',
    "'a'",
    '`a`',
    '"',
    'a"',
    '$0',
    '[x]',
    '<y>',
    'a..',
  ],
  ...['ö 😀', 'constructor', '__proto__', 'a\nb', '@file', '~', '*', 'a -- b', '--x y', 'a --format json'],
]

const words = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...FILES) },
  { weight: 5, arbitrary: fc.constantFrom(...OPTIONS) },
  { weight: 2, arbitrary: fc.constantFrom(...UNUSUAL_OPTIONS) },
  { weight: 1, arbitrary: fc.constantFrom(...UNUSUAL_WORDS) },
  { weight: 1, arbitrary: fc.string() },
)

const ids = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('finding.v1', 'review.v1') },
  { weight: 1, arbitrary: words },
)

const commandLines = fc
  .tuple(
    fc.oneof({ weight: 9, arbitrary: fc.constant('validate') }, words),
    ids,
    fc.array(words, { maxLength: 6 }),
  )
  .map(([command, id, rest]) => [command, id, ...rest])

describe('parseFastArgs()', () => {
  it('returns the same arguments as yargs, or undefined', async () => {
    const runs = repetitions(30, 400)
    let parsedLines = 0
    await fc.assert(
      fc.asyncProperty(commandLines, async (line) => {
        const parsed = parseFastArgs(line)
        fc.pre(parsed !== undefined)
        parsedLines++
        expect(parsed).toEqual(await parseWithYargs(line))
      }),
      { numRuns: runs, maxSkipsPerRun: 1000 },
    )
    expect(parsedLines).toBeGreaterThanOrEqual(runs)
  })

  it.each([
    [['validate', 'a.json'], { words: ['a.json'] }],
    [['validate', '-'], { words: ['-'] }],
    [['validate', 'finding.v1', 'a.json'], { words: ['finding.v1', 'a.json'] }],
    [['validate', 'finding.v1', '-', '--format', 'json'], { words: ['finding.v1', '-'], format: 'json' }],
    [['validate', '--format=sarif', 'a', 'b'], { words: ['a', 'b'], format: 'sarif' }],
    [['validate', 'finding.v1', '--schemas', 's', 'a'], { words: ['finding.v1', 'a'], schemas: 's' }],
    [['validate', 'finding.v1', '--files-from', '-'], { words: ['finding.v1'], 'files-from': '-' }],
    [['validate', 'finding.v1', '--ndjson'], { words: ['finding.v1'], ndjson: true }],
    [['validate', '--ignore', 'b', '--ignore=c', 'a'], { words: ['a'], ignore: ['b', 'c'] }],
  ])('parses %j without yargs', (line, expected) => {
    expect(parseFastArgs(line)).toEqual(expected)
  })

  it.each([
    [['contracts']],
    [['validate']],
    [['validate', '--ndjson']],
    [['validate', 'finding.v1', 'help']],
    [['validate', 'finding.v1', '--ndjson', 'true']],
    [['validate', 'finding.v1', '--', 'a']],
    [['validate', 'finding.v1', '"a"']],
    [['validate', 'finding.v1', '']],
    [['validate', 'finding.v1', '--ignore', '-']],
    [['validate', 'finding.v1', 'a', '--schemas=']],
    [['validate', 'finding.v1', 'a', '--format', 'yaml']],
    [['validate', 'finding.v1', 'a', '--frmat', 'json']],
    [['validate', 'finding.v1', 'a', '--help']],
  ])('leaves %j to yargs', (line) => {
    expect(parseFastArgs(line)).toBeUndefined()
  })
})
