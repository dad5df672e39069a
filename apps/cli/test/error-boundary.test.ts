import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'

import { withErrorBoundary } from '../src/error-boundary.ts'
import { CannotRun } from '../src/exit-status.ts'
import { program, workbench } from './support/run-workbench.ts'
import { temporaryDirectory } from './support/temporary-directory.ts'

async function runCommand(command: () => never) {
  const stderr = new PassThrough()
  const status = await withErrorBoundary(() => Promise.resolve().then(command), { stderr })
  return { status, stderr: await text(stderr.end()) }
}

describe('withErrorBoundary()', () => {
  it('returns the exit status of the command', async () => {
    const stderr = new PassThrough()
    expect(await withErrorBoundary(() => Promise.resolve(1), { stderr })).toBe(1)
    expect(await text(stderr.end())).toBe('')
  })

  const systemError = Object.assign(new Error('EACCES: permission denied'), {
    code: 'EACCES',
    errno: -13,
    syscall: 'open',
    path: '/etc/x',
  })

  it.each([
    ['a CannotRun error', new CannotRun('Name a file'), 'workbench: Name a file\n'],
    [
      'a system error',
      systemError,
      'workbench: /etc/x: write permission denied; check the owner and the mode of the file and its directory\n',
    ],
    [
      'an error that a system error caused',
      new Error('Cannot lock the memory', { cause: systemError }),
      'workbench: Cannot lock the memory\n',
    ],
  ])('prints the message of %s and returns 2', async (_, error, stderr) => {
    const throwIt = () => {
      throw error
    }
    expect(await runCommand(throwIt)).toEqual({ status: 2, stderr })
  })

  it('rethrows every other error', async () => {
    const error = new TypeError('x is not a function')
    const throwIt = () => {
      throw error
    }
    await expect(runCommand(throwIt)).rejects.toBe(error)
  })
})

describe('workbench', () => {
  it.each(['validate a.json', 'contracts', 'board'])(
    'exits with 2 if the current directory was deleted: %s',
    (args) => {
      const line = `mkdir deleted && cd deleted && rmdir ../deleted && exec "$0" "$1" ${args}`
      const { status, stdout, stderr } = spawnSync('sh', ['-c', line, process.execPath, program], {
        cwd: temporaryDirectory(),
        encoding: 'utf8',
      })
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
      expect(stderr).toBe('workbench: the current directory does not exist; change to another one\n')
    },
  )

  it.each([[['validate', 'finding.v1', 'a.json']], [['contracts']]])(
    'exits with 2 after an internal error: %s',
    async (args) => {
      const bug = join(temporaryDirectory(), 'bug.cjs')
      writeFileSync(bug, 'Map.prototype.get = () => { throw new TypeError("a bug") }')
      const { status, stderr } = await workbench(args, {
        program,
        env: { NODE_OPTIONS: `--require ${bug}` },
      })
      expect(stderr).toMatch(/^workbench: internal error, please report it: TypeError: a bug\n/)
      expect(status).toBe(2)
    },
  )
})
