import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { program, repository, workbench } from '../support/run-workbench.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

const example = (name: string) => readFileSync(join(repository, 'docs/examples', name), 'utf8')
const finding = example('valid/finding.v1.json')
const review = example('valid/review.v1.json')
const broken = example('broken/finding.v1.severity-not-in-enum.json')

/** Creates a directory with these files. */
function directoryWith(files: Readonly<Record<string, string>>): string {
  const cwd = temporaryDirectory()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true })
    writeFileSync(join(cwd, name), text)
  }
  return cwd
}

interface JsonOutput {
  results: { file: string; schema?: string; valid: boolean; error?: string; violations: { path: string }[] }[]
}

async function validate(cwd: string, ...args: string[]) {
  const { status, stdout, stderr } = await workbench(['validate', '--format', 'json', ...args], { cwd })
  return { status, stderr, results: (JSON.parse(stdout) as JsonOutput).results }
}

const filesOf = ({ results }: JsonOutput) => results.map(({ file }) => file)

describe('workbench validate without a contract id', () => {
  it('validates each artifact against the contract that it names', async () => {
    const cwd = directoryWith({ 'a.json': finding, 'b.json': review, 'c.json': broken })
    const { status, stderr, results } = await validate(cwd, 'a.json', 'b.json', 'c.json')
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' })
    expect(results.map(({ file, schema, valid }) => [file, schema, valid])).toEqual([
      ['a.json', 'finding.v1', true],
      ['b.json', 'review.v1', true],
      ['c.json', 'finding.v1', false],
    ])
  })

  it('prints the contract of one valid artifact', async () => {
    const cwd = directoryWith({ 'a.json': finding })
    expect(await workbench(['validate', 'a.json'], { cwd })).toEqual({
      status: 0,
      stdout: 'a.json is a valid finding.v1\n',
      stderr: '',
    })
  })

  it('reads standard input', async () => {
    const { status, stdout } = await workbench(['validate', '-'], { input: review })
    expect({ status, stdout }).toEqual({ status: 0, stdout: '- is a valid review.v1\n' })
  })

  it.each([
    ['names no contract', '{}', /^a\.json:1:1: \/schema: Required member "schema" is missing/],
    ['names an unknown contract', '{"schema":"memo.v9"}', /^a\.json:1:11: \/schema: Expected one of /],
    ['is not an object', '[]', /^a\.json:1:1: Expected an object/],
    ['is not JSON', '{', /^a\.json:1:2: /],
  ])('exits with 1 if an artifact %s', async (_, text, message) => {
    const cwd = directoryWith({ 'a.json': text })
    const { status, stdout } = await workbench(['validate', 'a.json'], { cwd })
    expect(stdout).toMatch(message)
    expect(status).toBe(1)
  })

  it('continues after an artifact whose contract cannot be used, and exits with 2', async () => {
    const cwd = directoryWith({
      'schemas/memo.v1.schema.json': '{"minLength":1}',
      'schemas/note.v1.schema.json': '{}',
      'a.json': '{"schema":"memo.v1"}',
      'b.json': '{"schema":"note.v1"}',
    })
    const { status, stderr, results } = await validate(cwd, '--schemas', 'schemas', 'a.json', 'b.json')
    expect(status).toBe(2)
    expect(stderr).toMatch(/^workbench: cannot validate a\.json: its contract cannot be used: memo\.v1\./)
    expect(results.map(({ valid }) => valid)).toEqual([false, true])
  })

  it('validates lines with different contracts with --ndjson', async () => {
    const lines = [finding, review, broken, '{}'].map((text) => JSON.stringify(JSON.parse(text)))
    const { status, stdout } = await workbench(['validate', '--ndjson'], { input: lines.join('\n') })
    expect(status).toBe(1)
    const results = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { schema?: string; valid: boolean })
    expect(results.map(({ schema, valid }) => [schema, valid])).toEqual([
      ['finding.v1', true],
      ['review.v1', true],
      ['finding.v1', false],
      [undefined, false],
    ])
  })

  it.each(['text', 'github', 'sarif'])('prints an unknown contract with --format %s', async (format) => {
    const cwd = directoryWith({ 'a.json': '{}', 'b.json': finding })
    const { status, stdout } = await workbench(['validate', '.', '--format', format], { cwd })
    expect(status).toBe(1)
    expect(stdout).not.toContain('undefined')
  })

  it.each([
    ['finding', /Unknown contract "finding": did you mean "finding.v1"\?/],
    ['finding.v2', /Unknown contract "finding.v2": the contracts in /],
    ['Finding.v1', /Unknown contract "Finding.v1": did you mean "finding.v1"\?/],
  ])('suggests a contract for %s before a file', async (id, message) => {
    const cwd = directoryWith({ 'a.json': finding })
    const { status, stderr } = await workbench(['validate', id, 'a.json'], { cwd })
    expect(stderr).toMatch(message)
    expect(status).toBe(2)
  })

  it.each([
    [['a.json', 'finding.v1'], 'The contract comes first: workbench validate finding.v1 a.json'],
    [[''], 'A path or another value is empty; write it, or check the variable from which it comes'],
    [
      ['finding.v1', ''],
      'A path or another value is empty; write it, or check the variable from which it comes',
    ],
    [
      ['--files-from', ''],
      'A path or another value is empty; write it, or check the variable from which it comes',
    ],
    [
      ['a.json', '--ignore', ''],
      'A path or another value is empty; write it, or check the variable from which it comes',
    ],
  ])('exits with 2 and says why no path of %j is read', async (args, message) => {
    const cwd = directoryWith({ 'a.json': finding })
    expect(await workbench(['validate', ...args], { cwd })).toEqual({
      status: 2,
      stdout: '',
      stderr: `workbench: ${message}\n`,
    })
  })

  it('takes a contract id that is the name of a file as a file, except before the other files', async () => {
    const cwd = directoryWith({ 'a.json': finding, 'finding.v1': finding })
    expect(filesOf(await validate(cwd, 'a.json', 'finding.v1'))).toEqual(['a.json', 'finding.v1'])
    expect(filesOf(await validate(cwd, 'finding.v1', 'a.json'))).toEqual(['a.json'])
  })

  it.each([['a.json/'], ['--files-from', 'a.json/']])('does not take %s %s for a file', async (...args) => {
    const cwd = directoryWith({ 'a.json': finding })
    const { status, stderr } = await workbench(['validate', ...args], { cwd })
    expect(stderr).toBe('workbench: cannot read a.json/: a component of the path is not a directory\n')
    expect(status).toBe(2)
  })

  it.each(['validate', 'fix'])('exits with 2 if there are no contracts: %s', async (command) => {
    const cwd = directoryWith({ 'a.json': finding, 'empty/note.txt': '' })
    expect(await workbench([command, 'a.json', '--schemas', 'empty'], { cwd })).toEqual({
      status: 2,
      stdout: '',
      stderr: `workbench: There are no contract files (*.schema.json) in ${join(cwd, 'empty')}\n`,
    })
  })

  it('does not read the report that it writes', () => {
    const cwd = directoryWith({ 'a.json': finding })
    const script = `"${process.execPath}" "${program}" validate . --format json > report.json`
    expect(spawnSync('bash', ['-c', script], { cwd }).status).toBe(0)
    const { results } = JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8')) as JsonOutput
    expect(results.map(({ file }) => file)).toEqual(['a.json'])
  })

  it('takes a single word that is no contract id as a path', async () => {
    const cwd = directoryWith({})
    for (const word of ['.workbench', 'artifacts', 'finding'])
      expect(await workbench(['validate', word], { cwd })).toMatchObject({
        status: 2,
        stderr: `workbench: cannot read ${word}: no such file\n`,
      })
  })

  it.each([
    ['a missing directory', ['.workbench'], '.workbench'],
    ['an empty directory', ['empty'], 'empty'],
    ['a pattern', ['*.json'], '*.json'],
    ['a contract and a missing directory', ['finding.v1', '.workbench'], '.workbench'],
    ['an empty list', ['--files-from', 'list'], 'list'],
    ['lines', ['--ndjson', 'findings.ndjson'], 'findings.ndjson'],
  ])('exits with 2 if nothing is found for %s, or with 0 if that is no error', async (_, args, name) => {
    const cwd = directoryWith({ 'empty/note.txt': '', list: '' })
    const run = (...more: string[]) => workbench(['validate', ...args, ...more], { cwd })
    expect((await run()).status).toBe(2)
    for (const option of ['--no-error-on-unmatched', '--error-on-unmatched=false'])
      expect(await run(option)).toMatchObject({ status: 0, stderr: `workbench: no files at ${name}\n` })
  })

  it('validates the files that are found with --no-error-on-unmatched', async () => {
    const cwd = directoryWith({ 'a.json': broken })
    const args = ['validate', '--no-error-on-unmatched', 'a.json', 'missing']
    expect((await workbench(args, { cwd })).status).toBe(1)
  })

  it('takes a first word that names a file as a file', async () => {
    const cwd = directoryWith({ artifact: finding })
    const { stdout } = await workbench(['validate', 'artifact'], { cwd })
    expect(stdout).toBe('artifact is a valid finding.v1\n')
  })
})

describe('workbench validate of a directory', () => {
  const cwd = directoryWith({
    'd/b.json': finding,
    'd/a.json': finding,
    'd/x.txt': 'x',
    'd/.hidden/c.json': finding,
    'd/e (1)/[x]/d.json': finding,
    'd/node_modules/p/package.json': '{}',
    'd/.git/x.json': '{}',
    'd/.workbench/tmp/rejected/w1+a+finding.v1.json': '{}',
    'empty/x.txt': 'x',
    'outside/o.json': finding,
  })
  symlinkSync('.hidden/c.json', join(cwd, 'd/link.json'))
  symlinkSync('../outside', join(cwd, 'd/linked'))
  symlinkSync('..', join(cwd, 'd/parent'))

  it('validates the *.json files below it in order, through links to files, but not to directories', async () => {
    const output = await validate(cwd, 'finding.v1', 'd')
    expect(output).toMatchObject({ status: 0, stderr: '' })
    expect(filesOf(output)).toEqual([
      'd/.hidden/c.json',
      'd/a.json',
      'd/b.json',
      'd/e (1)/[x]/d.json',
      'd/link.json',
    ])
  })

  it('leaves out the temporary files of the working area, also in it and by a pattern', async () => {
    const root = directoryWith({
      '.workbench/blackboard/w1/a.json': finding,
      '.workbench/tmp/writers.json': '{}',
      'tmp/b.json': finding,
    })
    expect(filesOf(await validate(root, '.'))).toEqual(['.workbench/blackboard/w1/a.json', 'tmp/b.json'])
    expect(filesOf(await validate(root, '**/*.json'))).toEqual([
      '.workbench/blackboard/w1/a.json',
      'tmp/b.json',
    ])
    expect(filesOf(await validate(join(root, '.workbench'), '.'))).toEqual(['blackboard/w1/a.json'])
  })

  it.each(['project', 'project/sub', 'project/**/*.json', 'project/sub/link.json'])(
    'does not read a link out of the project in %s',
    async (path) => {
      const secret = 'root:x:0:0'
      const root = directoryWith({
        'project/.git/HEAD': '',
        'project/a.json': finding,
        'outside/o.json': `{ "schema": "finding.v1", "severity": "${secret}" }`,
      })
      mkdirSync(join(root, 'project/sub'))
      symlinkSync('../../outside/o.json', join(root, 'project/sub/link.json'))
      symlinkSync('../a.json', join(root, 'project/sub/inside.json'))
      symlinkSync('/etc/hosts', join(root, 'project/sub/other.txt'))
      const reason = 'a link in its path leads out of the project; specify the target of the link'
      for (const [verb, ...args] of [
        ['read', 'validate'],
        ['fix', 'fix', '--write'],
      ] as const) {
        const { status, stdout, stderr } = await workbench([...args, path], { cwd: root })
        expect(stderr).toBe(`workbench: cannot ${verb} project/sub/link.json: ${reason}\n`)
        expect({ status, showsSecret: stdout.includes(secret) }).toEqual({ status: 2, showsSecret: false })
      }
      symlinkSync('../outside', join(root, 'project/folder'))
      const inFolder = await workbench(['validate', 'project/folder/o.json'], { cwd: root })
      expect(inFolder).toMatchObject({
        status: 2,
        stderr: `workbench: cannot read project/folder/o.json: ${reason}\n`,
      })
      const target = await workbench(['validate', 'outside/o.json'], { cwd: root })
      expect(target).toMatchObject({ status: 1, stdout: expect.stringContaining(secret) as unknown })
    },
  )

  it.each(['.', './', '../d', '../d/'])('accepts %s', async (path) => {
    expect(filesOf(await validate(join(cwd, 'd'), path))).toHaveLength(5)
  })

  it('exits with 2 if it contains no *.json file, and validates the others', async () => {
    const { status, stderr, results } = await validate(cwd, 'empty', 'd/a.json')
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: 'workbench: cannot read empty: there are no *.json files in this directory\n',
    })
    expect(results.map(({ file, valid }) => [file, valid])).toEqual([
      ['empty', false],
      ['d/a.json', true],
    ])
  })

  it('leaves out what --ignore matches', async () => {
    const ignoring = async (...patterns: string[]) =>
      filesOf(await validate(cwd, 'd', ...patterns.flatMap((pattern) => ['--ignore', pattern])))
    expect(await ignoring('b.json', 'd/.hidden')).toEqual(['d/a.json', 'd/e (1)/[x]/d.json', 'd/link.json'])
    expect(await ignoring('**/{a,b}.json', 'link*', './d/e*/')).toEqual(['d/.hidden/c.json'])
  })

  it.each([
    [['d', '--ignore', 'd'], 'cannot read d: all files are left out by --ignore'],
    [['d/a.json', '--ignore', '*.json'], 'cannot read d/a.json: all files are left out by --ignore'],
    [['d/a.json', '--ignore', './'], 'cannot read d/a.json: all files are left out by --ignore'],
    [['finding.v1', 'empty'], 'cannot read empty: there are no *.json files in this directory'],
    [['d/*.jsn'], 'cannot read d/*.jsn: no file matches this pattern'],
    [['nowhere/**/*.json'], 'cannot read nowhere/**/*.json: no file matches this pattern'],
    [['--ndjson', 'empty'], 'cannot read empty: there are no *.json files in this directory'],
  ])('exits with 2 if nothing is left: %j', async (args, message) => {
    const { status, stderr } = await workbench(['validate', ...args], { cwd })
    expect({ status, stderr }).toEqual({ status: 2, stderr: `workbench: ${message}\n` })
  })
})

describe('workbench validate of a pattern in quotes', () => {
  const cwd = directoryWith({
    'a.json': finding,
    'b[1].json': finding,
    'd/a.json': finding,
    'd/e/a.json': finding,
    'd/e/b.txt': finding,
    'f/g.json': finding,
  })

  it.each([
    ['*.json', ['a.json', 'b[1].json']],
    ['**/*.json', ['a.json', 'b[1].json', 'd/a.json', 'd/e/a.json', 'f/g.json']],
    ['d/**/a.json', ['d/a.json', 'd/e/a.json']],
    ['{d,f}/*.json', ['d/a.json', 'f/g.json']],
    ['d/e/*', ['d/e/a.json', 'd/e/b.txt']],
    ['b[1].json', ['b[1].json']],
    ['[ab].json', ['a.json']],
  ])('%s', async (pattern, files) => {
    const output = await validate(cwd, 'finding.v1', pattern)
    expect(output.status).toBe(0)
    expect(filesOf(output)).toEqual(files)
  })

  it('finds files outside of the current directory, and in it', async () => {
    const output = await validate(join(cwd, 'd'), 'finding.v1', '../**/a.json')
    expect(filesOf(output)).toEqual(['../a.json', '../d/a.json', '../d/e/a.json'])
  })

  it('finds files below an absolute path', async () => {
    const output = await validate(repository, 'finding.v1', `${cwd}/d/*.json`)
    expect(filesOf(output)).toEqual([`${cwd}/d/a.json`])
  })

  it.each(['x|*.json', '(x|*).json', '!(x).json', '+(a).json'])(
    'takes the operators in %s literally',
    async (pattern) => {
      const { status, stderr } = await validate(directoryWith({ 'a.json': finding }), pattern)
      expect({
        status,
        found: stderr.includes('no file matches this pattern') || stderr.includes('no such file'),
      }).toEqual({
        status: 2,
        found: true,
      })
    },
  )

  it('finds files whose names contain operators', async () => {
    const cwd = directoryWith({ 'a|b1.json': finding, '(c).json': finding, 'a.json': broken })
    expect(filesOf(await validate(cwd, 'a|b*.json', '(*).json'))).toEqual(['a|b1.json', '(c).json'])
  })

  it.each([
    [
      ['d/*.json', 'd'],
      ['d/a.json', 'd/e/a.json'],
    ],
    [
      ['d', 'd/a.json'],
      ['d/a.json', 'd/e/a.json'],
    ],
    [['a.json', './a.json', 'a.json'], ['a.json']],
  ])('validates each file of %j once', async (paths, files) => {
    expect(filesOf(await validate(cwd, 'finding.v1', ...paths))).toEqual(files)
  })
})

describe('workbench validate --ndjson of a file that is printed on several lines', () => {
  it.each(['{\n  "schema": "finding.v1"\n}', '\n[\n{}\n]'])('says what to do: %j', async (input) => {
    const { status, stdout, stderr } = await workbench(['validate', '--ndjson'], { input })
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(
      /^workbench: cannot read -: line \d is only the start of a JSON value; write each artifact on one line \(jq -c \.\), or validate without --ndjson\n$/,
    )
  })
})
