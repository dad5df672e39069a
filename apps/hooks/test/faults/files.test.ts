import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import {
  aDirectory,
  type UnreadablePath,
  unreadablePaths,
  unprivileged,
} from '../../../../packages/contracts/test/faults/unreadable-paths.ts'
import { plugin, projectWith, validFinding, write, written } from '../hook.ts'

/** A hook that has not answered by then hangs, and is killed: its status is null. */
const HANGS_AFTER = 20_000

/** A copy of the hook that every user can reach. */
const program = join(realpathSync(mkdtempSync(join(tmpdir(), 'workbench-'))), 'hook', 'hook.cjs')
cpSync(join(plugin, 'dist', 'hook'), dirname(program), { recursive: true })
chmodSync(dirname(dirname(program)), 0o755)

function runHook(input: string) {
  const options = {
    ...unprivileged,
    cwd: '/',
    encoding: 'utf8',
    input,
    timeout: HANGS_AFTER,
    killSignal: 'SIGKILL',
  } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, [program], options)
  return { status, stdout, stderr }
}

const silence = { status: 0, stdout: '', stderr: '' }

/** A project that every user can reach, with something at a path below it. */
async function projectWithFault(path: string, make: (path: string) => unknown): Promise<string> {
  const root = projectWith()
  chmodSync(root, 0o755)
  mkdirSync(dirname(join(root, path)), { recursive: true })
  await make(join(root, path))
  return root
}

/** A link that leads out of the working area leads to a file elsewhere; the agent that stops hears of it. */
const isElsewhere = ({ what }: UnreadablePath): boolean => what === 'an endless device'

describe('after a tool, the hook', () => {
  it.each(unreadablePaths.filter((file) => !isElsewhere(file)))(
    'sends back $what in the working area',
    async ({ make, says }) => {
      const root = await projectWithFault('.workbench/blackboard/w1/a.json', make)
      const { status, stdout, stderr } = runHook(written(join(root, '.workbench/blackboard/w1/a.json')))
      expect(stderr).toMatch(/^workbench: \S+a\.json goes back to you; it could not be checked: [^\n]+\n$/)
      expect(stderr).toMatch(says)
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    },
  )

  it.each([...unreadablePaths, aDirectory])('has nothing to say of $what elsewhere', async ({ make }) => {
    const root = await projectWithFault('a.json', make)
    expect(runHook(written(join(root, 'a.json')))).toEqual(silence)
  })

  it('has nothing to say of a folder in the working area, nor of what is not there', async () => {
    const root = await projectWithFault('.workbench/a.json', aDirectory.make)
    expect(runHook(written(join(root, '.workbench/a.json')))).toEqual(silence)
    expect(runHook(written(join(root, '.workbench/b.json')))).toEqual(silence)
  })

  it('judges the other files of an event', async () => {
    const [pipe] = unreadablePaths
    const root = await projectWithFault('.workbench/a.json', pipe?.make ?? (() => undefined))
    write(join(root, '.workbench', 'b.json'), '{}')
    const paths = ['a.json', 'b.json'].map((name) => join(root, '.workbench', name))
    const { status, stderr } = runHook(written('', { tool_input: { paths } }))
    expect(stderr).toMatch(/a\.json goes back to you; it could not be checked: it is a named pipe/)
    expect(stderr).toMatch(/b\.json follows no contract and goes back to you/)
    expect(status).toBe(2)
  })
})

describe('when the agent stops, the hook', () => {
  const stop = (cwd: string) => JSON.stringify({ hook_event_name: 'Stop', cwd })

  it.each([...unreadablePaths, aDirectory])(
    'sends back $what in the working area',
    async ({ make, says }) => {
      const root = await projectWithFault('.workbench/blackboard/w1/a.json', make)
      write(join(root, '.workbench/blackboard/w1/b.json'), validFinding)
      chmodSync(join(root, '.workbench/blackboard/w1/b.json'), 0o644)
      const { status, stdout, stderr } = runHook(stop(root))
      expect(stderr).toMatch(/^workbench: \S+a\.json goes back to you; it could not be checked: [^\n]+\n$/)
      expect(stderr).toMatch(says)
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    },
  )

  it('says that it may not look into a folder', async () => {
    const root = await projectWithFault('.workbench/blackboard/w1', (path) => mkdirSync(path, { mode: 0 }))
    const { status, stderr } = runHook(stop(root))
    expect(stderr).toBe(
      'workbench: .workbench goes back to you; it could not be checked: Cannot list .workbench: read permission denied\n',
    )
    expect(status).toBe(2)
  })
})
