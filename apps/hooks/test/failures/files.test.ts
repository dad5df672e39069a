import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { aDirectory, unreadablePaths, unprivileged } from '@workbench/test-support/unreadable-paths'
import { temporaryFolder } from '@workbench/test-support/temporary-folder'
import { plugin, projectWith, validFinding, write, written } from '@workbench/test-support/hook'

/** The hook is killed after this time, in milliseconds; its status is then null. */
const TIMEOUT_MS = 20_000

/** A copy of the hook that every user can read. */
const program = join(temporaryFolder(0o755), 'hook', 'hook.cjs')
cpSync(join(plugin, 'dist', 'hook'), dirname(program), { recursive: true })

function runHook(input: string) {
  const options = {
    ...unprivileged,
    cwd: '/',
    encoding: 'utf8',
    input,
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, [program], options)
  return { status, stdout, stderr }
}

const silence = { status: 0, stdout: '', stderr: '' }

/** A project that every user can read, with a special file at a path in it. */
async function projectWithSpecialFile(path: string, make: (path: string) => unknown): Promise<string> {
  const root = projectWith()
  chmodSync(root, 0o755)
  mkdirSync(dirname(join(root, path)), { recursive: true })
  await make(join(root, path))
  return root
}

describe('the hook, after a tool,', () => {
  it.each(unreadablePaths)('rejects $what in the working area', async ({ make, says }) => {
    const root = await projectWithSpecialFile('.workbench/blackboard/w1/a.json', make)
    const { status, stdout, stderr } = runHook(written(join(root, '.workbench/blackboard/w1/a.json')))
    expect(stderr).toMatch(/^workbench: \S+a\.json was rejected: it could not be validated: [^\n]+\n$/)
    expect(stderr).toMatch(says)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  })

  it.each([...unreadablePaths, aDirectory])('ignores $what elsewhere', async ({ make }) => {
    const root = await projectWithSpecialFile('a.json', make)
    expect(runHook(written(join(root, 'a.json')))).toEqual(silence)
  })

  it('ignores a folder and a missing file in the working area', async () => {
    const root = await projectWithSpecialFile('.workbench/a.json', aDirectory.make)
    expect(runHook(written(join(root, '.workbench/a.json')))).toEqual(silence)
    expect(runHook(written(join(root, '.workbench/b.json')))).toEqual(silence)
  })

  it('validates the other files of an event', async () => {
    const [pipe] = unreadablePaths
    const root = await projectWithSpecialFile('.workbench/a.json', pipe?.make ?? (() => undefined))
    write(join(root, '.workbench', 'b.json'), '{}')
    const paths = ['a.json', 'b.json'].map((name) => join(root, '.workbench', name))
    const { status, stderr } = runHook(written('', { tool_input: { paths } }))
    expect(stderr).toMatch(/a\.json was rejected: it could not be validated: it is a named pipe/)
    expect(stderr).toMatch(/b\.json names no known contract; fix this violation/)
    expect(status).toBe(2)
  })
})

describe('the hook, on Stop,', () => {
  const stop = (cwd: string) => JSON.stringify({ hook_event_name: 'Stop', cwd })

  it.each([...unreadablePaths, aDirectory])('rejects $what in the working area', async ({ make, says }) => {
    const root = await projectWithSpecialFile('.workbench/blackboard/w1/a.json', make)
    write(join(root, '.workbench/blackboard/w1/b.json'), validFinding)
    chmodSync(join(root, '.workbench/blackboard/w1/b.json'), 0o644)
    const { status, stdout, stderr } = runHook(stop(root))
    expect(stderr).toMatch(/^workbench: \S+a\.json was rejected: it could not be validated: [^\n]+\n$/)
    expect(stderr).toMatch(says)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  })

  it('rejects the working area if one of its folders cannot be read', async () => {
    const root = await projectWithSpecialFile('.workbench/blackboard/w1', (path) =>
      mkdirSync(path, { mode: 0 }),
    )
    const { status, stderr } = runHook(stop(root))
    expect(stderr).toBe(
      'workbench: .workbench was rejected: it could not be validated: Cannot list .workbench: read permission denied\n',
    )
    expect(status).toBe(2)
  })
})
