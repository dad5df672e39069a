import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import manifest from '../../package.json' with { type: 'json' }
import type { CodeQualityEntry } from '../support/code-quality-entry.ts'
import { program, repository, workbench } from '../support/run-workbench.ts'

const valid = 'docs/examples/valid/review.v1.json'
const broken = 'docs/examples/broken/finding.v1.several-violations.json'

describe('workbench', () => {
  it('prints the help without arguments, and exits with 2 because it did nothing', async () => {
    const [without, help] = await Promise.all([workbench([]), workbench(['--help'])])
    expect(without).toEqual({ ...help, status: 2 })
    expect(help).toMatchObject({ status: 0, stderr: '' })
  })

  it.each([['-h'], ['--help'], ['validate', '-h'], ['contracts', 'show', '-h']])(
    'prints the help for %s %s %s',
    async (...args) => {
      const { status, stdout, stderr } = await workbench(args)
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      expect(stdout).toMatch(/^workbench .*\n[^]*-h, --help/)
    },
  )

  it.each([[], ['validate'], ['contracts'], ['contracts', 'show']])(
    'prints the same for help %s %s as for --help',
    async (...command) => {
      const [help, option] = await Promise.all([
        workbench(['help', ...command]),
        workbench([...command, '--help']),
      ])
      expect(help).toEqual(option)
      expect(help).toMatchObject({ status: 0, stderr: '' })
    },
  )

  it.each(['-V', '--version'])('prints the version for %s', async (option) => {
    expect(await workbench([option])).toEqual({ status: 0, stdout: `${manifest.version}\n`, stderr: '' })
  })

  it.each([
    [['validat', valid], 'Unknown command "validat"; did you mean validate?; see workbench --help'],
    [['contracts', 'lst'], 'Unknown command "lst"; did you mean list?; see workbench contracts --help'],
    [['contracts', 'lint', 'x'], 'Unexpected argument x; see workbench contracts lint --help'],
    [['validate', valid, '--formt', 'json'], 'Unknown option --formt; did you mean --format?'],
    [['validate', valid, '--filesfrom', 'x'], 'Unknown option --filesfrom; did you mean --files-from?'],
    [['contracts', 'gate', '--agianst', 'x'], 'Unknown option --agianst; did you mean --against?'],
    [['validate', valid, '--files-form', 'x'], 'Unknown option --files-form; did you mean --files-from?'],
    [['fix', valid, '--dry-run', '--in-place'], 'Unknown option --dry-run; Unknown option --in-place'],
    [['board', '-x'], 'Unknown option -x'],
    [['validate', valid, '--fix'], 'Unknown option --fix; to fix artifacts, run workbench fix'],
    [['validate', valid, '--json'], 'Unknown option --json; did you mean --format json?'],
    [
      ['validate', valid, '--contract', 'finding.v1'],
      'Unknown option --contract; the contract is the first argument, as in workbench validate finding.v1 finding.json',
    ],
    [['lint'], 'Unknown command "lint"; did you mean validate, or contracts lint?; see workbench --help'],
    [
      ['check', valid],
      'Unknown command "check"; did you mean validate, or contracts lint?; see workbench --help',
    ],
    [
      ['contracts', 'new', 'finding.v2'],
      'Name the artifact without a version: workbench contracts new finding --major 2',
    ],
    [['validate', '--quiet', '--', '--format'], 'cannot read --format: no such file'],
    [['validate', valid, '--format'], 'Option --format needs a value; see workbench validate --help'],
    [['validate', valid, '--no-format'], 'Option --format needs a value; see workbench validate --help'],
    [['validate', valid, '--no-schemas'], 'Option --schemas needs a value; see workbench validate --help'],
    [['validate', '--no-files-from'], 'Option --files-from needs a value; see workbench validate --help'],
    [['validate', valid, '--quiet=maybe'], 'Option --quiet takes no value; received "maybe"'],
    [['validate', valid, '--color='], 'Option --color takes no value; received ""'],
    [['completion', 'zhs'], 'Unknown shell "zhs": did you mean zsh? Use one of bash, zsh, fish'],
    [['completion', 'tcsh'], 'Unknown shell "tcsh": Use one of bash, zsh, fish'],
    [['contracts', 'show'], 'Name a contract: workbench contracts show finding.v1'],
    [
      ['contracts', 'diff', 'a'],
      'Name the old and the new contract file, or two directories: workbench contracts diff old/ new/',
    ],
    [['contracts', 'new'], 'Name the artifact: workbench contracts new finding'],
    [
      ['contracts', 'bundle'],
      'Name the output file: workbench contracts bundle .vscode/artifact.schema.json',
    ],
    [
      ['contracts', 'gate', '--against', 'HEAD', '--history'],
      'Use either --against <git ref> or --history, not both',
    ],
    [
      ['README.md'],
      'Unknown command "README.md"; to validate this path, run workbench validate README.md; see workbench --help',
    ],
    [['nothing.json'], 'Unknown command "nothing.json"; see workbench --help'],
    [
      ['--schemas', 'schemas', 'validat'],
      'Unknown command "validat"; did you mean validate?; see workbench --help',
    ],
    [
      ['contracts', '--schemas', 'schemas', 'lst'],
      'Unknown command "lst"; did you mean list?; see workbench contracts --help',
    ],
    [['--schemas', 'schemas', 'contracts', 'new'], 'Name the artifact: workbench contracts new finding'],
    [['contracts', '--format', 'json', 'x'], 'Unknown command "x"; see workbench contracts --help'],
    [['contracts', 'lint', '--format'], 'Option --format needs a value; see workbench contracts lint --help'],
    [['board', '--format'], 'Option --format needs a value; see workbench board --help'],
    [['doctor', '--', 'x'], 'Unexpected argument x; see workbench doctor --help'],
    [['help', 'validat'], 'Unknown command "validat"; did you mean validate?; see workbench --help'],
  ])('exits with 2 and suggests what was meant: %j', async (args, message) => {
    expect(await workbench(args)).toEqual({ status: 2, stdout: '', stderr: `workbench: ${message}\n` })
  })

  it('names the environment if the hook has an option', async () => {
    expect(await workbench(['hook', '--color'], { program })).toEqual({
      status: 2,
      stdout: '',
      stderr:
        'workbench: workbench hook takes no options; use the environment, for example WORKBENCH_SCHEMAS\n',
    })
  })

  it.each([
    ['validate', valid, '--schemas', ''],
    ['fix', valid, '--schemas='],
    ['contracts', 'docs', '--out', ''],
    ['contracts', 'bundle', ''],
    ['contracts', 'diff', '', 'schemas'],
    ['contracts', 'diff', 'schemas', ''],
    ['board', '--html', ''],
    ['board', '', '--html', 'board.html'],
  ])('exits with 2 if a path is empty: %j', async (...args) => {
    expect(await workbench(args)).toEqual({
      status: 2,
      stdout: '',
      stderr:
        'workbench: A path or another value is empty; write it, or check the variable from which it comes\n',
    })
  })

  it.each([
    [
      ['--', 'validate', broken],
      ['validate', broken],
    ],
    [
      ['--color', '--', 'validate', '--', broken],
      ['--color', 'validate', broken],
    ],
    [
      ['contracts', '--', 'lint'],
      ['contracts', 'lint'],
    ],
    [
      ['contracts', 'show', '--', 'finding.v1'],
      ['contracts', 'show', 'finding.v1'],
    ],
  ])('runs %j as %j', async (args, plain) => {
    const result = await workbench(args)
    expect(result).toEqual(await workbench(plain))
    expect(result.stdout).not.toBe('')
  })

  it.each(['--quiet=true', '--quiet=false', '--no-quiet'])('accepts %s', async (option) => {
    expect(await workbench(['validate', valid, option])).toMatchObject({ status: 0, stderr: '' })
  })

  it.each([
    [
      ['validate', valid, '--format', 'jsn'],
      'did you mean json? Use one of text, json, github, sarif, junit, gitlab',
    ],
    [['board', '--format', 'yaml'], 'Use one of text, json'],
    [['contracts', 'lint', '--format', 'sarif'], 'Use one of text, json, github'],
  ])('prints the choices of an option once: %j', async (args, message) => {
    const { status, stderr } = await workbench(args)
    expect(stderr).toBe(`workbench: Unknown --format "${args.at(-1) ?? ''}": ${message}\n`)
    expect(status).toBe(2)
  })
})

describe('workbench validate --quiet', () => {
  it.each([
    ['nothing for a valid artifact', valid, 0, 0],
    ['violations without a summary', broken, 1, 7],
  ])('prints %s', async (_, file, expected, lines) => {
    const { status, stdout, stderr } = await workbench(['validate', '--quiet', file])
    expect({ status, stderr }).toEqual({ status: expected, stderr: '' })
    expect(stdout.split('\n').slice(0, -1)).toHaveLength(lines)
    expect(stdout).not.toMatch(/is a valid|files valid/)
  })
})

/** The tags of an XML text. Throws if an element is not closed, or if text contains a character that must be escaped. */
function tagsOf(xml: string): string[] {
  const open: string[] = []
  const tags: string[] = []
  for (const [, close, name = '', rest = '', text = ''] of xml
    .replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>/, '')
    .matchAll(/<(\/?)(\w+)((?: \w+="[^"<]*")*\/?)>([^<]*)/g)) {
    if (/&(?!amp;|lt;|gt;|quot;)/.test(text + rest)) throw new Error(`not escaped: ${text}`)
    if (close === '/' && open.pop() !== name) throw new Error(`not open: ${name}`)
    if (close === '' && !rest.endsWith('/')) open.push(name)
    if (close === '') tags.push(name + rest)
  }
  if (open.length > 0) throw new Error(`not closed: ${open.join()}`)
  return tags
}

describe('workbench validate --format junit', () => {
  it('prints a test case for each file, with its violations as a failure', async () => {
    const args = ['validate', '--format', 'junit', valid, broken, 'missing.json']
    const { status, stdout } = await workbench(args)
    expect(status).toBe(2)
    const counts = ' name="workbench" tests="3" failures="1" errors="1" time="0"'
    const suite = (file: string, failures: number, errors: number) =>
      `testsuite name="${file}" tests="1" failures="${failures}" errors="${errors}" time="0" file="${file}"`
    expect(tagsOf(stdout)).toEqual([
      `testsuites${counts}`,
      suite(valid, 0, 0),
      `testcase name="${valid}" classname="review.v1" time="0"/`,
      suite(broken, 1, 0),
      `testcase name="${broken}" classname="finding.v1" time="0"`,
      expect.stringMatching(
        /^failure message="\/confidence: Expected .* \(and 6 more violations\)" type="failure"$/,
      ),
      suite('missing.json', 0, 1),
      'testcase name="missing.json" classname="artifact" time="0"',
      'error message="could not be validated: no such file" type="error"',
    ])
    expect(stdout).toContain(`\n    at type (${broken}:9:17)</failure>`)
    expect(stdout).toContain('\n18:18: /effortHours: Expected a number; received the string &quot;4&quot;')
  })

  it('escapes what XML does not allow', async () => {
    const input = JSON.stringify({ 'a<b>&"\u0000\u001b\uffff]]>': 1 })
    const { stdout } = await workbench(['validate', 'finding.v1', '-', '--format', 'junit'], { input })
    expect(tagsOf(stdout)).toHaveLength(4)
    expect(stdout).toContain('/a&lt;b&gt;&amp;&quot;\\u0000\\u001b\\uffff]]&gt;: Unexpected member')
  })
})

describe('workbench validate --format gitlab', () => {
  const report = async (...files: string[]) =>
    JSON.parse((await workbench(['validate', '--format', 'gitlab', ...files])).stdout) as CodeQualityEntry[]

  it('prints an entry for each violation and for each file that cannot be read', async () => {
    const entries = await report(valid, `./${broken}`, 'missing.json')
    expect(entries).toHaveLength(8)
    expect(entries[2]).toEqual({
      description: expect.stringMatching(/^\/location\/column: Unexpected member/) as string,
      check_name: 'additionalProperties',
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      severity: 'major',
      location: { path: broken, lines: { begin: 14 } },
    })
    expect(entries[7]).toMatchObject({ severity: 'blocker', location: { path: 'missing.json' } })
    expect(new Set(entries.map(({ fingerprint }) => fingerprint)).size).toBe(8)
    const absolute = await report(join(repository, broken))
    expect(absolute).toEqual(entries.slice(0, 7))
  })

  it('prints the same fingerprints if the file has more lines', async () => {
    const input = readFileSync(join(repository, broken), 'utf8')
    const fingerprints = async (text: string) => {
      const args = ['validate', 'finding.v1', '-', '--format', 'gitlab']
      const entries = JSON.parse((await workbench(args, { input: text })).stdout) as CodeQualityEntry[]
      return entries.map(({ fingerprint }) => fingerprint)
    }
    expect(await fingerprints(`\n\n${input}`)).toEqual(await fingerprints(input))
  })

  it('prints an empty list if all files are valid', async () => {
    expect(await report(valid)).toEqual([])
  })
})
