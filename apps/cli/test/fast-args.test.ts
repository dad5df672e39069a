import { PassThrough, Readable } from 'node:stream'

import fc from 'fast-check'

import { parseFastArgs } from '../src/commands/validate/fast-args.ts'
import type { ValidateArguments } from '../src/commands/validate/request.ts'
import { parseCommandLine } from '../src/cli.ts'
import type { CommandContext } from '../src/context.ts'

const terminal = (): CommandContext => ({
  cwd: '/',
  env: {},
  stdin: Readable.from([]),
  stdout: new PassThrough(),
  stderr: new PassThrough(),
})

/** What yargs would have `validate` do; undefined where it would have it do nothing. */
async function readByYargs(words: readonly string[]): Promise<ValidateArguments | undefined> {
  let read: ValidateArguments | undefined
  const keep = (args: ValidateArguments) => {
    read = args
    return Promise.resolve()
  }
  try {
    await parseCommandLine(words, terminal(), () => undefined, keep)
  } catch {
    return undefined
  }
  return read
}

/** What the two could read in different ways, among what they should not. */
const words = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('a.json', 'dir/b.json', '-', 'finding.v1', 'json', 'text') },
  {
    weight: 3,
    arbitrary: fc.constantFrom('--format', '--format=json', '--format=github', '--ndjson', '--schemas'),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '--files-from',
      '--files-from=-',
      '--files-from=list',
      '--schemas=s',
      '--schemas=-',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...[
        '--',
        '--help',
        '--version',
        '-h',
        '-x',
        '-1',
        '--no-ndjson',
        '--ndjson=false',
        '--ndjson=',
        '--frmat',
      ],
      ...[
        '--filesFrom',
        '--filesFrom=x',
        '--format=yaml',
        '--format=',
        '--schemas=',
        '--schemas.a=b',
        '--_',
        '--$0',
      ],
      ...[
        '--schema_id=x',
        '--schemas="s"',
        "--files-from='l'",
        '--get-yargs-completions',
        '--constructor',
        '--__proto__',
      ],
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...[
        '',
        ' ',
        'help',
        'version',
        'true',
        'false',
        'null',
        'undefined',
        '1',
        '1.0',
        '0x10',
        '007',
        '1e3',
        '.5',
      ],
      ...[
        'validate',
        'completion',
        'contracts',
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
        'ö 😀',
      ],
      ...['constructor', '__proto__', 'a\nb', '@file', '~', '*', 'a -- b', '--x y', 'a --format json'],
    ),
  },
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
  it('reads a command line as yargs does, or leaves it to yargs', async () => {
    let plain = 0
    await fc.assert(
      fc.asyncProperty(commandLines, async (line) => {
        const read = parseFastArgs(line)
        fc.pre(read !== undefined)
        plain++
        expect(read).toEqual(await readByYargs(line))
      }),
      { numRuns: 300, maxSkipsPerRun: 1000 },
    )
    expect(plain).toBeGreaterThanOrEqual(300)
  })

  it.each([
    [['validate', 'finding.v1', 'a.json'], { files: ['a.json'] }],
    [['validate', 'finding.v1', '-', '--format', 'json'], { files: ['-'], format: 'json' }],
    [['validate', 'finding.v1', '--format=sarif', 'a', 'b'], { files: ['a', 'b'], format: 'sarif' }],
    [['validate', 'finding.v1', '--schemas', 's', 'a'], { files: ['a'], schemas: 's' }],
    [['validate', 'finding.v1', '--files-from', '-'], { files: [], filesFrom: '-' }],
    [['validate', 'finding.v1', '--ndjson'], { files: [], ndjson: true }],
  ])('reads %j by itself', (line, expected) => {
    expect(parseFastArgs(line)).toEqual({ id: 'finding.v1', ...expected })
  })
})
