import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { temporaryFolder } from '@workbench/test-support/temporary-folder'

const program = fileURLToPath(new URL('require-identity.js', import.meta.url))
const IDENTITY = ['AUTHOR', 'COMMITTER'].flatMap((role) => [
  [`GIT_${role}_NAME`, 'a'],
  [`GIT_${role}_EMAIL`, 'a@example.org'],
])

describe('plugin:release', () => {
  const folder = temporaryFolder()
  const run = (env: Record<string, string | undefined>) =>
    spawnSync(process.execPath, [program], {
      cwd: folder,
      // Without a name that git makes of those of the account and the computer.
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: 'user.useConfigOnly',
        GIT_CONFIG_VALUE_0: 'true',
        ...env,
      },
      encoding: 'utf8',
    })

  it('fails before the build if git has no name for a commit', () => {
    const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      scripts: Record<string, string>
    }
    expect(scripts['plugin:release']).toMatch(/^node plugin\/require-identity\.js && /)
    const { status, stderr } = run({})
    expect(status).toBe(1)
    expect(stderr).toContain('run git config user.name <name> and git config user.email <address>')
  })

  it('continues if git has one', () => {
    expect(run(Object.fromEntries(IDENTITY) as Record<string, string>)).toMatchObject({
      status: 0,
      stderr: '',
    })
  })

  it('says that git is not installed', () => {
    const { status, stderr } = run({ PATH: folder })
    expect(status).toBe(1)
    expect(stderr).toMatch(/^git is not installed; install it$/m)
  })
})
