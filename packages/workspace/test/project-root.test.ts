import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

import { findProjectRoot } from '@workbench/workspace'

import { temporaryFolder } from '@workbench/test-support/temporary-folder'

interface Case {
  readonly name: string
  /** Folders to create in an empty folder; a file after `file:`. */
  readonly existing: readonly string[]
  readonly cwd: string
  /** `@` is the empty folder. */
  readonly env: Readonly<Record<string, string>>
  readonly root: string
}

const cases: readonly Case[] = [
  {
    name: 'WORKBENCH_ROOT if CLAUDE_PROJECT_DIR exists too',
    existing: ['p/.workbench', 'p/sub', 'a', 'b'],
    cwd: 'p/sub',
    env: { CLAUDE_PROJECT_DIR: '@/a', WORKBENCH_ROOT: '@/b' },
    root: 'b',
  },
  {
    name: 'the project around CLAUDE_PROJECT_DIR, where the agent was started in one of its folders',
    existing: ['p/.git', 'p/packages/api'],
    cwd: 'p/packages/api',
    env: { CLAUDE_PROJECT_DIR: '@/p/packages/api' },
    root: 'p',
  },
  {
    name: 'the project of the current directory and not that of CLAUDE_PROJECT_DIR',
    existing: ['p/.workbench', 'q/.git', 'q/a'],
    cwd: 'q/a',
    env: { CLAUDE_PROJECT_DIR: '@/p' },
    root: 'q',
  },
  {
    name: 'the project around CLAUDE_PROJECT_DIR if the current directory is in none',
    existing: ['p/.workbench', 'p/sub', 'q/a'],
    cwd: 'q/a',
    env: { CLAUDE_PROJECT_DIR: '@/p/sub' },
    root: 'p',
  },
  {
    name: 'CLAUDE_PROJECT_DIR if no ancestor has .workbench or .git',
    existing: ['p/sub'],
    cwd: 'p/sub',
    env: { CLAUDE_PROJECT_DIR: '@/p' },
    root: 'p',
  },
  {
    name: 'WORKBENCH_ROOT if an ancestor exists too',
    existing: ['p/.workbench', 'p/sub', 'b'],
    cwd: 'p/sub',
    env: { WORKBENCH_ROOT: '@/b' },
    root: 'b',
  },
  {
    name: 'an ancestor if both variables are empty',
    existing: ['p/.workbench', 'p/sub'],
    cwd: 'p/sub',
    env: { CLAUDE_PROJECT_DIR: '', WORKBENCH_ROOT: '' },
    root: 'p',
  },
  {
    name: 'WORKBENCH_ROOT if CLAUDE_PROJECT_DIR is empty',
    existing: ['p', 'b'],
    cwd: 'p',
    env: { CLAUDE_PROJECT_DIR: '', WORKBENCH_ROOT: '@/b' },
    root: 'b',
  },
  {
    name: 'a relative WORKBENCH_ROOT, resolved from the current directory',
    existing: ['p/sub', 'p/other'],
    cwd: 'p/sub',
    env: { WORKBENCH_ROOT: '../other' },
    root: 'p/other',
  },
  {
    name: 'the nearest ancestor with .workbench',
    existing: ['p/.workbench', 'p/a/b'],
    cwd: 'p/a/b',
    env: {},
    root: 'p',
  },
  { name: 'the nearest ancestor with .git', existing: ['p/.git', 'p/a/b'], cwd: 'p/a/b', env: {}, root: 'p' },
  {
    name: 'an ancestor whose .git is a file, as in a worktree',
    existing: ['p/a/b', 'file:p/.git'],
    cwd: 'p/a/b',
    env: {},
    root: 'p',
  },
  {
    name: 'a near .git and not a distant .workbench',
    existing: ['p/.workbench', 'p/a/.git', 'p/a/b'],
    cwd: 'p/a/b',
    env: {},
    root: 'p/a',
  },
  {
    name: 'a near .git and not .workbench in the home folder, also without a repository',
    existing: ['p/.workbench', 'p/a/b'],
    cwd: 'p/a/b',
    env: { HOME: '@/p' },
    root: 'p/a/b',
  },
  {
    name: 'a near .workbench and not a distant .git',
    existing: ['p/.git', 'p/a/.workbench', 'p/a/b'],
    cwd: 'p/a/b',
    env: {},
    root: 'p/a',
  },
  {
    name: 'the current directory if it has .git',
    existing: ['p/.git', 'p/a/.git'],
    cwd: 'p/a',
    env: {},
    root: 'p/a',
  },
  {
    name: 'the current directory if no ancestor has .workbench or .git',
    existing: ['p/a'],
    cwd: 'p/a',
    env: {},
    root: 'p/a',
  },
  {
    name: 'an ancestor of a current directory that does not exist',
    existing: ['p/.git'],
    cwd: 'p/a/missing',
    env: {},
    root: 'p',
  },
]

describe('findProjectRoot() returns', () => {
  it.each(cases)('$name', ({ existing, cwd, env, root }) => {
    const base = temporaryFolder()
    for (const path of existing) {
      if (path.startsWith('file:')) writeFileSync(join(base, path.slice('file:'.length)), '')
      else mkdirSync(join(base, path), { recursive: true })
    }
    const variables = Object.entries(env).map(([name, value]) => [name, value.replace('@', base)] as const)
    const found = findProjectRoot({ env: Object.fromEntries(variables), cwd: join(base, cwd) })
    expect(relative(base, found)).toBe(root)
  })
})

it('findProjectRoot() returns a worktree inside of a project with a working area', () => {
  const root = temporaryFolder()
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t', ...args], { cwd: root })
  git('init', '--quiet')
  git('commit', '--quiet', '--allow-empty', '--message', 'Start')
  git('worktree', 'add', '--quiet', '.claude/worktrees/a')
  mkdirSync(join(root, '.workbench'))
  const cwd = join(root, '.claude/worktrees/a/src')
  expect(findProjectRoot({ env: { CLAUDE_PROJECT_DIR: root }, cwd })).toBe(join(root, '.claude/worktrees/a'))
})

it('findProjectRoot() names the folder if WORKBENCH_ROOT does not exist', () => {
  const cwd = temporaryFolder()
  expect(() => findProjectRoot({ env: { WORKBENCH_ROOT: 'missing' }, cwd })).toThrow(
    `${cwd}/missing does not exist; create this folder, or correct WORKBENCH_ROOT`,
  )
})
