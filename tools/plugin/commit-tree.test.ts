import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { temporaryFolder } from '@workbench/test-support/temporary-folder'
import { commitTree } from './commit-tree.js'

describe('commitTree()', () => {
  const root = temporaryFolder()
  const folder = join(root, 'dist', 'plugin')
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'init.defaultBranch=main', ...args], { cwd: root, encoding: 'utf8' }).trim()
  const commit = (message = 'Release') => commitTree({ repository: root, folder, branch: 'plugin', message })
  const files = () => git('ls-tree', '-r', '--name-only', 'plugin').split('\n')

  beforeAll(() => {
    git('init', '--quiet')
    git('config', 'user.name', 'a')
    git('config', 'user.email', 'a@example.org')
    writeFileSync(join(root, '.gitignore'), 'dist/\n')
    writeFileSync(join(root, 'source.txt'), 'source')
    git('add', '.')
    git('commit', '--quiet', '-m', 'First')
    writeFileSync(join(root, 'staged.txt'), 'staged')
    git('add', 'staged.txt')
    mkdirSync(join(folder, 'dist'), { recursive: true })
    writeFileSync(join(folder, 'dist', 'hook.cjs'), '')
    writeFileSync(join(folder, 'plugin.json'), '{}')
  })

  it('commits the folder, also what is ignored, and changes neither checkout, index nor branch', () => {
    const before = [git('status', '--porcelain'), git('rev-parse', 'HEAD'), git('branch', '--show-current')]
    commit()
    expect(files()).toEqual(['dist/hook.cjs', 'plugin.json'])
    expect([git('status', '--porcelain'), git('rev-parse', 'HEAD'), git('branch', '--show-current')]).toEqual(
      before,
    )
  })

  it('makes no commit without a change', () => {
    expect(commit()).toBe(commit('Another message'))
  })

  it('adds a commit for a change, without the removed files', () => {
    const first = commit()
    rmSync(join(folder, 'plugin.json'))
    commit('Second')
    expect(files()).toEqual(['dist/hook.cjs'])
    expect(git('log', '--format=%s %P', '-1', 'plugin')).toBe(`Second ${first}`)
  })
})
