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
    name: 'CLAUDE_PROJECT_DIR if WORKBENCH_ROOT and an ancestor exist too',
    existing: ['p/.workbench', 'p/sub', 'a', 'b'],
    cwd: 'p/sub',
    env: { CLAUDE_PROJECT_DIR: '@/a', WORKBENCH_ROOT: '@/b' },
    root: 'a',
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
    name: 'WORKBENCH_ROOT if its folder does not exist',
    existing: ['p/.git'],
    cwd: 'p',
    env: { WORKBENCH_ROOT: '@/missing' },
    root: 'missing',
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
