import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, realpathSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { findRepository, GitError, openRepository } from '@workbench/workspace'

import { commit, git } from '@workbench/test-support/git-repository'
import { temporaryFolder } from '@workbench/test-support/temporary-folder'
import { thrownBy } from '../thrown.ts'

/** A repository with a commit and a folder. */
function newRepository(): string {
  const root = temporaryFolder()
  git(root, 'init', '--quiet')
  mkdirSync(join(root, 'folder'))
  writeFileSync(join(root, 'folder/file'), 'content')
  commit(root)
  return root
}

const head = (root: string) => git(root, 'rev-parse', 'HEAD').trim()

const opened = (start: string, env?: Record<string, string | undefined>) => {
  const { root, git: run } = openRepository(start, env)
  return { root, head: run('rev-parse', 'HEAD').toString().trim() }
}

describe('openRepository()', () => {
  it.each(['', 'folder', 'folder/missing'])('opens the repository around a folder: %j', (below) => {
    const root = newRepository()
    expect(opened(join(root, below))).toEqual({ root, head: head(root) })
  })

  it('opens worktrees, submodules, and repositories with their folder elsewhere', () => {
    const root = newRepository()
    const worktree = join(temporaryFolder(), 'worktree')
    git(root, 'worktree', 'add', '--quiet', worktree)
    git(worktree, 'commit', '--quiet', '--allow-empty', '--message', 'In the worktree')
    expect(opened(worktree)).toEqual({ root: worktree, head: head(worktree) })
    expect(head(worktree)).not.toBe(head(root))
    git(root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', newRepository(), 'sub')
    commit(root)
    const sub = join(root, 'sub')
    expect(opened(join(sub, 'folder'))).toEqual({ root: sub, head: head(sub) })
    git(root, 'init', '--quiet', '--separate-git-dir', join(temporaryFolder(), 'separate'))
    expect(opened(root)).toEqual({ root, head: head(root) })
    const linked = newRepository()
    const folder = join(temporaryFolder(), 'folder')
    renameSync(join(linked, '.git'), folder)
    symlinkSync(folder, join(linked, '.git'))
    expect(opened(linked)).toEqual({ root: linked, head: head(linked) })
  })

  it('ignores the folder of git that the settings name as the root', () => {
    const root = newRepository()
    git(root, 'config', 'core.worktree', temporaryFolder())
    expect(opened(join(root, 'folder')).root).toBe(root)
    expect(openRepository(root).git('ls-files').toString()).toBe('folder/file\n')
  })

  it('does not take a folder for a repository because of its content', () => {
    const outside = temporaryFolder()
    cpSync(join(newRepository(), '.git'), outside, { recursive: true })
    mkdirSync(join(outside, 'below'))
    expect(git(join(outside, 'below'), 'rev-parse', '--git-dir').trim()).toBe(realpathSync(outside))
    for (const start of [outside, join(outside, 'below')]) {
      expect(findRepository(start)).toBeUndefined()
      expect(thrownBy(() => openRepository(start))).toBeInstanceOf(GitError)
    }
    mkdirSync(join(outside, '.git'))
    expect(thrownBy(() => openRepository(outside))).toBeInstanceOf(GitError)
  })

  it.each(['gitdir: ', 'gitdir: nowhere\n', 'nothing\n', ''])('throws for a file .git with %j', (text) => {
    const root = temporaryFolder()
    writeFileSync(join(root, '.git'), text)
    expect(thrownBy(() => openRepository(root))).toBeInstanceOf(GitError)
  })

  it('does not wait for a pipe .git', () => {
    const root = temporaryFolder()
    execFileSync('mkfifo', [join(root, '.git')])
    expect(thrownBy(() => openRepository(root))).toBeInstanceOf(GitError)
  })

  it('throws if a command fails or takes too long, with what git says', () => {
    const root = newRepository()
    expect(() => openRepository(root).git('rev-parse', '--verify', 'nothing')).toThrow(
      'git rev-parse --verify nothing: fatal: Needed a single revision',
    )
    const bin = temporaryFolder()
    writeFileSync(join(bin, 'git'), '#!/bin/sh\nexec sleep 100\n', { mode: 0o755 })
    const PATH = `${bin}:${process.env['PATH']}`
    expect(thrownBy(() => openRepository(root, { PATH }, 50))).toMatchObject({
      name: 'GitError',
      message: expect.stringContaining('ETIMEDOUT') as unknown,
    })
  })

  it('throws if git is not on the path', () => {
    const root = newRepository()
    for (const PATH of [undefined, '', 'folder', join(root, 'folder'), '/nowhere'])
      expect(() => openRepository(root, { PATH })).toThrow('git is not installed, or not on the path')
  })

  it('does not give the variables of the caller to git', () => {
    const root = newRepository()
    const trace = join(root, 'trace')
    const env = {
      PATH: process.env['PATH'],
      GIT_TRACE: trace,
      GIT_INDEX_FILE: trace,
      GIT_DIR: temporaryFolder(),
    }
    expect(opened(root, env)).toEqual({ root, head: head(root) })
    expect(existsSync(trace)).toBe(false)
  })
})
