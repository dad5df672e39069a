import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

import { program, repository, workbench } from '../support/run-workbench.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

let folder: string
beforeEach(() => {
  folder = temporaryDirectory()
})

const copy = (name: string): string => {
  const path = join(folder, 'a.json')
  cpSync(join(repository, 'docs/examples/broken', name), path)
  return path
}

/** The fixed text of finding.v1.snake-case.json. */
const toCamelCase = (text: string): string =>
  text.replaceAll(/"[a-z]+_[a-z]+":/g, (name) => name.replace(/_./, (end) => end.charAt(1).toUpperCase()))

describe('workbench fix', () => {
  it('prints a diff, writes nothing, and exits with 0 if all files would be valid', async () => {
    const file = copy('finding.v1.snake-case.json')
    const before = readFileSync(file, 'utf8')
    const { status, stdout } = await workbench(['fix', file])
    expect(status).toBe(0)
    expect(stdout).toMatch(/^- {2}"effort_hours": 1.5,$/m)
    expect(stdout).toMatch(/^\+ {2}"effortHours": 1.5,$/m)
    expect(stdout).toContain('can be fixed; run the command with --write')
    expect(readFileSync(file, 'utf8')).toBe(before)
  })

  it('writes the file with --write, and keeps its mode and the links to it', async () => {
    const file = copy('finding.v1.snake-case.json')
    chmodSync(file, 0o640)
    const link = join(folder, 'link.json')
    symlinkSync('a.json', link)
    expect((await workbench(['fix', '--write', link])).status).toBe(0)
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(statSync(file).mode & 0o777).toBe(0o640)
    expect((await workbench(['validate', 'finding.v1', file])).status).toBe(0)
    expect(readdirSync(folder).sort()).toEqual(['a.json', 'link.json'])
  })

  it('prints the violations that remain, and exits with 1', async () => {
    const file = join(folder, 'a.json')
    writeFileSync(file, '{"schema":"finding.v1","severity":"High","title":7}')
    const { status, stdout } = await workbench(['fix', '--write', file])
    expect(status).toBe(1)
    expect(stdout).toMatch(/^.*a\.json was fixed in part$/m)
    expect(stdout).toContain('/failureScenario (line 1, column 1): Required member')
    expect(readFileSync(file, 'utf8')).toBe('{"schema":"finding.v1","severity":"high","title":"7"}')
  })

  it('prints how many violations can be fixed if some cannot', async () => {
    const file = 'docs/examples/broken/finding.v1.several-violations.json'
    const { status, stdout } = await workbench(['fix', file])
    expect(status).toBe(1)
    expect(stdout).toContain(
      `\n${file} can be fixed in part; run the command with --write\n6 violations of finding.v1 must be`,
    )
  })

  it.each([
    ['{"schema":"poem.v1"}', 'Expected one of "adr.v1", '],
    ['schema: finding.v1', 'its text is not JSON: Expected a JSON value'],
    ['[]', 'Expected an object with "schema"'],
  ])('says why it cannot fix %j', async (text, reason) => {
    writeFileSync(join(folder, 'a.json'), text)
    const { status, stdout } = await workbench(['fix', 'a.json'], { cwd: folder })
    expect(stdout).toContain(`a.json cannot be fixed: ${reason}`)
    expect(status).toBe(1)
  })

  it('does not fix a truncated artifact', async () => {
    const { status, stdout } = await workbench(['fix', '--write', copy('review.v1.truncated.json')])
    expect(status).toBe(1)
    expect(stdout).toContain('nothing can be fixed')
    expect(stdout).toContain('the artifact is cut off; write it again in full')
  })

  it('fixes the schema member if it is certain which contract is meant', async () => {
    const valid = readFileSync(join(repository, 'docs/examples/valid/finding.v1.json'), 'utf8')
    const file = join(folder, 'a.json')
    for (const [from, to] of [
      ['"finding.v1"', '"Finding_V1"'],
      ['"schema"', '"$schema"'],
    ] as const) {
      writeFileSync(file, valid.replace(from, to))
      expect((await workbench(['validate', file])).status).toBe(1)
      expect((await workbench(['fix', '--write', file])).status).toBe(0)
      expect(readFileSync(file, 'utf8')).toBe(valid)
    }
  })

  it('takes the contract from the command line if the artifact names none', async () => {
    const file = join(folder, 'a.json')
    writeFileSync(file, '{"title": "x"}')
    const without = await workbench(['fix', file])
    expect(without.status).toBe(1)
    expect(without.stdout).toMatch(
      /cannot be fixed: Required member "schema" is missing; .*; or name the contract: workbench fix <schema_id> /,
    )
    const named = await workbench(['fix', 'finding.v1', file])
    expect(named.status).toBe(1)
    expect(named.stdout).toContain('of finding.v1 must be fixed by hand')
  })

  it.each<[string, string[], string]>([
    ['a missing file', ['nothing.json'], 'no such file'],
    ['an empty folder', ['.'], 'there are no *.json files in this directory'],
    ['an unknown contract', ['poem.v1', 'a.json'], 'Unknown contract "poem.v1"'],
    [
      'a contract without a version',
      ['finding', 'a.json'],
      'Unknown contract "finding": did you mean "finding.v1"?',
    ],
    ['no file', [], 'Name a file to fix'],
    ['a pattern', ['*.jsn'], 'cannot fix *.jsn: no file matches this pattern'],
    ['an empty path', [''], 'A path or another value is empty; write it'],
    ['a slash after a file', ['nothing.json', join(import.meta.filename, '/')], 'is not a directory'],
  ])('exits with 2 for %s', async (_, args, message) => {
    const { status, stderr } = await workbench(['fix', ...args], { cwd: folder })
    expect(status).toBe(2)
    expect(stderr).toContain(message)
  })

  it('takes directories and patterns', async () => {
    const file = copy('finding.v1.snake-case.json')
    const broken = readFileSync(file, 'utf8')
    for (const path of ['.', '*.json']) {
      writeFileSync(file, broken)
      const { status, stdout } = await workbench(['fix', '--write', path], { cwd: folder })
      expect({ status, stdout }).toMatchObject({
        status: 0,
        stdout: expect.stringContaining('a.json was fixed') as string,
      })
      expect((await workbench(['validate', file])).status).toBe(0)
    }
  })

  it('prints the fixed text of standard input, and messages on standard error', async () => {
    const input = readFileSync(copy('finding.v1.snake-case.json'), 'utf8')
    const { status, stdout, stderr } = await workbench(['fix', '-'], { input })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '- was fixed\n' })
    expect(stdout).toBe(toCamelCase(input))
    const rest = await workbench(['fix', '-'], { input: '{"schema":"finding.v1"}' })
    expect(rest).toMatchObject({ status: 1, stdout: '{"schema":"finding.v1"}' })
    expect(rest.stderr).toContain('of finding.v1 must be fixed by hand')
  })

  it('prints one JSON value with --format json', async () => {
    const file = copy('finding.v1.snake-case.json')
    const before = readFileSync(file, 'utf8')
    const run = async (...args: string[]) => {
      const { status, stdout } = await workbench(['fix', '--format', 'json', ...args], { cwd: folder })
      return { status, ...(JSON.parse(stdout) as { valid: boolean; results: object[] }) }
    }
    const result = { file: 'a.json', schema: 'finding.v1', valid: true, violations: [] }
    const text = toCamelCase(before)
    expect(await run('a.json', 'b.json')).toEqual({
      status: 2,
      valid: false,
      results: [
        { ...result, written: false, text },
        { file: 'b.json', valid: false, written: false, violations: [], error: 'no such file' },
      ],
    })
    expect(await run('--write', 'a.json')).toEqual({
      status: 0,
      valid: true,
      results: [{ ...result, written: true, text }],
    })
    expect(readFileSync(file, 'utf8')).toBe(text)
    writeFileSync(file, '{"schema":"finding.v1"}')
    expect(await run('a.json')).toMatchObject({
      status: 1,
      results: [
        {
          valid: false,
          violations: expect.arrayContaining([expect.objectContaining({ path: '/id' })]) as object[],
        },
      ],
    })
  })

  it('fixes the other files if one cannot be read', async () => {
    const file = copy('finding.v1.snake-case.json')
    const { status } = await workbench(['fix', '--write', 'nothing.json', file], { cwd: folder })
    expect(status).toBe(2)
    expect((await workbench(['validate', 'finding.v1', file])).status).toBe(0)
  })

  it('fixes the other files if the contract of one cannot be used', async () => {
    const file = copy('finding.v1.snake-case.json')
    const schemas = join(folder, 'schemas')
    cpSync(join(repository, 'schemas/finding.v1.schema.json'), join(schemas, 'finding.v1.schema.json'))
    writeFileSync(join(schemas, 'memo.v1.schema.json'), '{"minLength":1}')
    writeFileSync(join(folder, 'memo.json'), '{"schema":"memo.v1"}')
    const args = ['fix', '--write', '--schemas', schemas, 'memo.json', file]
    const { status, stderr } = await workbench(args, { cwd: folder })
    expect(stderr).toMatch(/^workbench: cannot fix memo\.json: its contract cannot be used: memo\.v1\./)
    expect(status).toBe(2)
    expect((await workbench(['validate', 'finding.v1', file])).status).toBe(0)
  })

  it('keeps what another process writes to the file after it was read', async () => {
    const file = copy('finding.v1.snake-case.json')
    const preload = join(folder, 'preload.cjs')
    writeFileSync(
      preload,
      `const fs = require('node:fs')
      const { closeSync } = fs
      fs.closeSync = (descriptor) => {
        const isRead = fs.readlinkSync('/proc/self/fd/' + descriptor) === ${JSON.stringify(file)}
        closeSync(descriptor)
        if (!isRead) return
        fs.closeSync = closeSync
        fs.writeFileSync(${JSON.stringify(file)}, '{"new":1}')
      }`,
    )
    const { status, stderr } = await workbench(['fix', '--write', file], {
      program,
      env: { NODE_OPTIONS: `--require ${preload}` },
    })
    expect(stderr).toBe(
      `workbench: cannot fix ${file}: Cannot write ${file}: another process has changed it; read it again\n`,
    )
    expect(status).toBe(2)
    expect(readFileSync(file, 'utf8')).toBe('{"new":1}')
  })

  it('leaves a read-only file as it is', async () => {
    const file = copy('finding.v1.snake-case.json')
    const before = readFileSync(file, 'utf8')
    chmodSync(file, 0o444)
    const { status, stderr } = await workbench(['fix', '--write', file])
    // root ignores the mode of files.
    const isRoot = process.getuid?.() === 0
    expect(status).toBe(isRoot ? 0 : 2)
    expect(stderr).toMatch(isRoot ? /^$/ : /Cannot write .* permission/)
    expect(readFileSync(file, 'utf8') === before).toBe(!isRoot)
  })

  it('leaves the file as it is if the folder is read-only', async () => {
    const readOnly = join(folder, 'folder')
    mkdirSync(readOnly)
    const file = join(readOnly, 'a.json')
    cpSync(join(repository, 'docs/examples/broken/finding.v1.snake-case.json'), file)
    const before = readFileSync(file, 'utf8')
    chmodSync(readOnly, 0o555)
    const { status } = await workbench(['fix', '--write', file])
    chmodSync(readOnly, 0o755)
    // root ignores the mode of folders.
    const isRoot = process.getuid?.() === 0
    expect(status).toBe(isRoot ? 0 : 2)
    expect(readFileSync(file, 'utf8') === before).toBe(!isRoot)
  })

  it('escapes control characters of the artifact in the diff', async () => {
    const file = join(folder, 'a.json')
    writeFileSync(file, '{"schema":"finding.v1","severity":"High","title":"\u001b[31mred"}')
    const { stdout } = await workbench(['fix', file])
    expect(stdout).not.toContain('\u001b')
    expect(stdout).toContain('\\u001b')
  })
})
