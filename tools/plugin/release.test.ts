import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { temporaryFolder } from '@workbench/test-support/temporary-folder'

const program = fileURLToPath(new URL('release.js', import.meta.url))

describe('a release of the plugin', () => {
  const folder = temporaryFolder()
  const run = (path = process.env['PATH']) =>
    spawnSync(process.execPath, [program], {
      cwd: folder,
      // Without a name that git makes of those of the account and the computer.
      env: {
        PATH: path,
        HOME: folder,
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: 'user.useConfigOnly',
        GIT_CONFIG_VALUE_0: 'true',
      },
      encoding: 'utf8',
    })

  it('fails before the build if git has no name for a commit', () => {
    const { status, stdout, stderr } = run()
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain('run git config user.name <name> and git config user.email <address>')
  })

  it('says that git is not installed', () => {
    const { status, stderr } = run(folder)
    expect(status).toBe(1)
    expect(stderr).toMatch(/^git is not installed; install it$/m)
  })
})
