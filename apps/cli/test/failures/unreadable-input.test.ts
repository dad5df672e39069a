import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { aDirectory, unreadablePaths, unprivileged } from '@workbench/test-support/unreadable-paths'
import { repository } from '../support/run-workbench.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

/** A command that takes longer is killed, and its status is null. */
const TIMEOUT_MS = 20_000

const valid = join(repository, 'docs', 'examples', 'valid', 'finding.v1.json')

/** A copy of the command that the unprivileged user can read. */
const program = join(readableDirectory(), 'dist', 'main.cjs')
cpSync(join(repository, 'apps', 'cli', 'dist'), join(program, '..'), { recursive: true })

function readableDirectory(): string {
  const directory = temporaryDirectory()
  chmodSync(directory, 0o755)
  return directory
}

const run = (cwd: string, ...args: string[]) => {
  const options = {
    ...unprivileged,
    cwd,
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], options)
  return { status, stdout, stderr }
}

/** Runs a bash command line in which `$WORKBENCH` is the command and `$VALID` a valid artifact. */
const bash = (line: string) => {
  const env = { ...process.env, WORKBENCH: `${process.execPath} ${program}`, VALID: valid }
  const options = { env, encoding: 'utf8', timeout: TIMEOUT_MS, killSignal: 'SIGKILL' } as const
  const { status, stdout, stderr } = spawnSync('bash', ['-c', line], options)
  return { status, stdout, stderr }
}

describe('workbench validate prints an error and continues with the next file for', () => {
  it.each(unreadablePaths)('$what', async ({ make, says: message }) => {
    const cwd = readableDirectory()
    await make(join(cwd, 'a.json'))
    writeFileSync(join(cwd, 'b.json'), '{}')
    const { status, stdout, stderr } = run(cwd, 'validate', 'finding.v1', 'a.json', 'b.json')
    expect(stderr).toMatch(/^workbench: cannot read a\.json: [^\n]+\n$/)
    expect(stderr).toMatch(message)
    expect(stdout).toContain('b.json:1:1: ')
    expect(status).toBe(2)
  })

  it.each([
    ['a file descriptor that is not open', '/dev/fd/77', /no such file/],
    ['a path below a file', 'b.json/a.json', /a component of the path is not a directory/],
    ['a name of 300 characters', `${'a'.repeat(300)}.json`, /the file name or the path is too long/],
    ['a path of 10,000 characters', 'a/'.repeat(5000), /the file name or the path is too long/],
  ])('%s', (_, path, message) => {
    const cwd = readableDirectory()
    writeFileSync(join(cwd, 'b.json'), '{}')
    const { status, stderr } = run(cwd, 'validate', 'finding.v1', path)
    expect(stderr).toMatch(message)
    expect(stderr).not.toMatch(/E[A-Z]{4,}|\n +at /)
    expect(status).toBe(2)
  })
})

describe('workbench prints an error for a contract, and validates with the other contracts, if the contract is', () => {
  it.each([...unreadablePaths, aDirectory])('$what', async ({ make, says: message }) => {
    const cwd = readableDirectory()
    const schemas = join(cwd, 'schemas')
    mkdirSync(schemas)
    await make(join(schemas, 'note.v1.schema.json'))
    cpSync(join(repository, 'schemas', 'finding.v1.schema.json'), join(schemas, 'finding.v1.schema.json'))
    cpSync(valid, join(cwd, 'a.json'))
    const { status, stderr } = run(cwd, 'validate', 'note.v1', 'a.json', '--schemas', 'schemas')
    expect(stderr).toMatch(/^workbench: note\.v1\.schema\.json: cannot be read: [^\n]+\n$/)
    expect(stderr).toMatch(message)
    expect(status).toBe(2)
    expect(run(cwd, 'validate', 'finding.v1', 'a.json', '--schemas', 'schemas')).toMatchObject({ status: 0 })
  })
})

describe('workbench validate reads', () => {
  it.each([
    ['the output of a process substitution', 'exec $WORKBENCH validate finding.v1 <(cat "$VALID")'],
    [
      'the output of a slow process substitution',
      'exec $WORKBENCH validate finding.v1 <(sleep 0.2; cat "$VALID")',
    ],
    ['/dev/stdin that is a pipe', 'cat "$VALID" | $WORKBENCH validate finding.v1 /dev/stdin'],
    ['/dev/stdin that is a file', '$WORKBENCH validate finding.v1 /dev/stdin < "$VALID"'],
    ['/proc/self/fd/0 that is a pipe', 'cat "$VALID" | $WORKBENCH validate finding.v1 /proc/self/fd/0'],
    ['/dev/fd/3 that is a file', '$WORKBENCH validate finding.v1 /dev/fd/3 3< "$VALID"'],
  ])('%s', (_, line) => {
    const { status, stdout, stderr } = bash(line)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/^\S+ is a valid finding\.v1\n$/)
  })
})

describe('workbench validate exits with 2 for', () => {
  it.each([
    ['endless standard input', '-', 'cat /dev/zero | $WORKBENCH validate finding.v1 -'],
    ['an endless device as standard input', '-', '$WORKBENCH validate finding.v1 - < /dev/zero'],
    ['the output of an endless process', '/dev/fd/', 'exec $WORKBENCH validate finding.v1 <(cat /dev/zero)'],
  ])('%s', (_, name, line) => {
    const { status, stderr } = bash(line)
    expect(stderr).toContain(`workbench: cannot read ${name}`)
    expect(stderr).toContain('the input exceeds the limit of 67108864 bytes')
    expect(status).toBe(2)
  })

  // More than the maximum length of a line, but little enough to fit into memory if the limit is not enforced.
  it('a line that exceeds the maximum length', () => {
    const { status, stdout, stderr } = bash(
      'head -c 400000000 /dev/zero | $WORKBENCH validate finding.v1 --ndjson',
    )
    expect(stderr).toBe('workbench: cannot read -: a line exceeds the limit of 268435456 bytes\n')
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  })

  it.each([
    ['an endless list of files', '/dev/zero', 'the input exceeds the limit of 67108864 bytes'],
    [
      'a list that is a binary file',
      '$(command -v bash)',
      'the list contains a null byte; write one file name per line',
    ],
  ])('%s', (_, list, reason) => {
    const { status, stderr } = bash(`$WORKBENCH validate finding.v1 "$VALID" --files-from ${list}`)
    expect(stderr).toEqual(expect.stringContaining(reason))
    expect(status).toBe(2)
  })

  it.each([
    [
      'a named pipe',
      'mkfifo "$0"',
      'it is a pipe or a device; specify a regular file, or - for standard input',
    ],
    [
      'a link to an endless device',
      'ln -s /dev/zero "$0"',
      'a link in its path leads out of the project; specify the target of the link',
    ],
  ])('lines of %s, and continues with the next file', (_, create, reason) => {
    const cwd = readableDirectory()
    execFileSync('bash', ['-c', create, join(cwd, 'a.json')])
    writeFileSync(join(cwd, 'b.json'), '{}')
    const { status, stdout, stderr } = run(cwd, 'validate', 'finding.v1', '--ndjson', '.')
    expect(stderr).toBe(`workbench: cannot read a.json: ${reason}\n`)
    expect(stdout).toMatch(/^\{"file":"b\.json","line":1,"valid":false,[^\n]+\n$/)
    expect(status).toBe(2)
  })

  it('an endless list of empty lines', () => {
    const { status, stderr } = bash("yes '' | $WORKBENCH validate finding.v1 --files-from -")
    expect(stderr).toBe('workbench: cannot read -: the input exceeds the limit of 67108864 bytes\n')
    expect(status).toBe(2)
  })

  it('files whose size reads 0', () => {
    const { status, stderr } = bash('$WORKBENCH validate finding.v1 /proc/self/pagemap')
    expect(stderr).toMatch(/^workbench: cannot read \/proc\/self\/pagemap: .*limit/)
    expect(status).toBe(2)
  })
})

test('workbench says how to raise the limit of open files if it cannot read its own modules', () => {
  const message = 'workbench: this process has too many open files; raise the limit (ulimit -n) and retry\n'
  // Versions of Node differ in how many files they open first. With fewer, Node cannot read the program.
  const results: ReturnType<typeof bash>[] = []
  for (let files = 16; results.at(-1)?.status !== 0; files++)
    results.push(bash(`ulimit -n ${files}; exec $WORKBENCH validate finding.v1 "$VALID"`))
  expect(results).toContainEqual({ status: 2, stdout: '', stderr: message })
  expect(results.filter(({ stderr }) => stderr.includes('internal error'))).toEqual([])
})
