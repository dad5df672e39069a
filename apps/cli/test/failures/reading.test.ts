import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import {
  aDirectory,
  unreadablePaths,
  unprivileged,
} from '../../../../packages/contracts/test/failures/unreadable-paths.ts'
import { repository } from '../run-workbench.ts'

/** A command that has not answered by then hangs, and is killed: its status is null. */
const HANGS_AFTER = 20_000

const valid = join(repository, 'docs', 'examples', 'valid', 'finding.v1.json')

/** A copy of the command that every user can reach. */
const program = join(openFolder(), 'dist', 'main.cjs')
cpSync(join(repository, 'apps', 'cli', 'dist'), join(program, '..'), { recursive: true })

function openFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'workbench-')))
  chmodSync(folder, 0o755)
  return folder
}

const run = (cwd: string, ...args: string[]) => {
  const options = {
    ...unprivileged,
    cwd,
    encoding: 'utf8',
    timeout: HANGS_AFTER,
    killSignal: 'SIGKILL',
  } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], options)
  return { status, stdout, stderr }
}

/** Runs a line of bash in which $WORKBENCH is the command. */
const bash = (line: string) => {
  const env = { ...process.env, WORKBENCH: `${process.execPath} ${program}`, VALID: valid }
  const options = { env, encoding: 'utf8', timeout: HANGS_AFTER, killSignal: 'SIGKILL' } as const
  const { status, stdout, stderr } = spawnSync('bash', ['-c', line], options)
  return { status, stdout, stderr }
}

describe('workbench validate answers, and goes on to the next file, where it is given', () => {
  it.each([...unreadablePaths, aDirectory])('$what', async ({ make, says }) => {
    const cwd = openFolder()
    await make(join(cwd, 'a.json'))
    writeFileSync(join(cwd, 'b.json'), '{}')
    const { status, stdout, stderr } = run(cwd, 'validate', 'finding.v1', 'a.json', 'b.json')
    expect(stderr).toMatch(/^workbench: cannot read a\.json: [^\n]+\n$/)
    expect(stderr).toMatch(says)
    expect(stdout).toContain('b.json:1:1: ')
    expect(status).toBe(2)
  })

  it.each([
    ['a path below a file', 'b.json/a.json', /a component of the path is not a directory/],
    ['a name of 300 characters', `${'a'.repeat(300)}.json`, /the file name or the path is too long/],
    ['a path of 10,000 characters', 'a/'.repeat(5000), /the file name or the path is too long/],
  ])('%s', (_, path, says) => {
    const cwd = openFolder()
    writeFileSync(join(cwd, 'b.json'), '{}')
    const { status, stderr } = run(cwd, 'validate', 'finding.v1', path)
    expect(stderr).toMatch(says)
    expect(stderr).not.toMatch(/E[A-Z]{4,}|\n +at /)
    expect(status).toBe(2)
  })
})

describe('workbench says of a contract, and judges by the others, that it is', () => {
  it.each([...unreadablePaths, aDirectory])('$what', async ({ make, says }) => {
    const cwd = openFolder()
    const schemas = join(cwd, 'schemas')
    mkdirSync(schemas)
    await make(join(schemas, 'note.v1.schema.json'))
    cpSync(join(repository, 'schemas', 'finding.v1.schema.json'), join(schemas, 'finding.v1.schema.json'))
    cpSync(valid, join(cwd, 'a.json'))
    const { status, stderr } = run(cwd, 'validate', 'note.v1', 'a.json', '--schemas', 'schemas')
    expect(stderr).toMatch(/^workbench: note\.v1\.schema\.json: cannot be read: [^\n]+\n$/)
    expect(stderr).toMatch(says)
    expect(status).toBe(2)
    expect(run(cwd, 'validate', 'finding.v1', 'a.json', '--schemas', 'schemas')).toMatchObject({ status: 0 })
  })
})

describe('workbench validate reads', () => {
  it.each([
    ['what a substituted process writes', 'exec $WORKBENCH validate finding.v1 <(cat "$VALID")'],
    ['what a slow process writes', 'exec $WORKBENCH validate finding.v1 <(sleep 0.2; cat "$VALID")'],
    ['/dev/stdin, a pipe', 'cat "$VALID" | $WORKBENCH validate finding.v1 /dev/stdin'],
    ['/dev/stdin, a file', '$WORKBENCH validate finding.v1 /dev/stdin < "$VALID"'],
    ['/dev/fd/3, a file', '$WORKBENCH validate finding.v1 /dev/fd/3 3< "$VALID"'],
  ])('%s', (_, line) => {
    const { status, stdout, stderr } = bash(line)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/^\S+ is a valid finding\.v1\n$/)
  })
})

describe('workbench validate stops reading', () => {
  it.each([
    ['standard input that never ends', '-', 'cat /dev/zero | $WORKBENCH validate finding.v1 -'],
    ['a device on standard input', '-', '$WORKBENCH validate finding.v1 - < /dev/zero'],
    ['a process that never ends', '/dev/fd/', 'exec $WORKBENCH validate finding.v1 <(cat /dev/zero)'],
  ])('%s', (_, name, line) => {
    const { status, stderr } = bash(line)
    expect(stderr).toContain(`workbench: cannot read ${name}`)
    expect(stderr).toContain('it gives more than the 67108864 bytes that are read')
    expect(status).toBe(2)
  })

  // Far more than a line may have, and no more than a machine has room for where nobody stops.
  it.each([
    ['a line that does not end', '--ndjson', 'cannot read -: '],
    ['a list whose line does not end', '--files-from -', 'Cannot read the list -: '],
  ])('%s', (_, option, says) => {
    const { status, stdout, stderr } = bash(
      `head -c 400000000 /dev/zero | $WORKBENCH validate finding.v1 ${option}`,
    )
    expect(stderr).toBe(`workbench: ${says}a line of it is longer than the 268435456 bytes that are read\n`)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  })
})
