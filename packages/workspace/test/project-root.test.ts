import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

import { findProjectRoot } from '@workbench/workspace'

interface Case {
  readonly name: string
  /** Folders to make below an empty one; `file:` makes a file. */
  readonly made: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly root: string
}

const cases: readonly Case[] = [
  {
    name: 'CLAUDE_PROJECT_DIR before WORKBENCH_ROOT, and before any ancestor',
    made: ['p/.workbench', 'p/sub', 'a', 'b'],
    cwd: 'p/sub',
    env: { CLAUDE_PROJECT_DIR: '@/a', WORKBENCH_ROOT: '@/b' },
    root: 'a',
  },
  {
    name: 'WORKBENCH_ROOT before any ancestor',
    made: ['p/.workbench', 'p/sub', 'b'],
    cwd: 'p/sub',
    env: { WORKBENCH_ROOT: '@/b' },
    root: 'b',
  },
  {
    name: 'no variable that is empty',
    made: ['p/.workbench', 'p/sub'],
    cwd: 'p/sub',
    env: { CLAUDE_PROJECT_DIR: '', WORKBENCH_ROOT: '' },
    root: 'p',
  },
  {
    name: 'WORKBENCH_ROOT where CLAUDE_PROJECT_DIR is empty',
    made: ['p', 'b'],
    cwd: 'p',
    env: { CLAUDE_PROJECT_DIR: '', WORKBENCH_ROOT: '@/b' },
    root: 'b',
  },
  {
    name: 'a relative variable from the current directory',
    made: ['p/sub', 'p/other'],
    cwd: 'p/sub',
    env: { WORKBENCH_ROOT: '../other' },
    root: 'p/other',
  },
  {
    name: 'a variable although the folder is not there',
    made: ['p/.git'],
    cwd: 'p',
    env: { WORKBENCH_ROOT: '@/missing' },
    root: 'missing',
  },
  {
    name: 'the nearest ancestor with .workbench',
    made: ['p/.workbench', 'p/a/b'],
    cwd: 'p/a/b',
    env: {},
    root: 'p',
  },
  { name: 'the nearest ancestor with .git', made: ['p/.git', 'p/a/b'], cwd: 'p/a/b', env: {}, root: 'p' },
  {
    name: 'an ancestor whose .git is a file, as in a worktree',
    made: ['p/a/b', 'file:p/.git'],
    cwd: 'p/a/b',
    env: {},
    root: 'p',
  },
  {
    name: 'a near .git before a far .workbench',
    made: ['p/.workbench', 'p/a/.git', 'p/a/b'],
    cwd: 'p/a/b',
    env: {},
    root: 'p/a',
  },
  {
    name: 'a near .workbench before a far .git',
    made: ['p/.git', 'p/a/.workbench', 'p/a/b'],
    cwd: 'p/a/b',
    env: {},
    root: 'p/a',
  },
  { name: 'the current directory itself', made: ['p/.git', 'p/a/.git'], cwd: 'p/a', env: {}, root: 'p/a' },
  {
    name: 'the current directory where no ancestor has either',
    made: ['p/a'],
    cwd: 'p/a',
    env: {},
    root: 'p/a',
  },
  { name: 'a current directory that is not there', made: ['p/.git'], cwd: 'p/a/missing', env: {}, root: 'p' },
]

describe('findProjectRoot() takes', () => {
  it.each(cases)('$name', ({ made, cwd, env, root }) => {
    const base = realpathSync(mkdtempSync(join(tmpdir(), 'workbench-')))
    for (const path of made) {
      if (path.startsWith('file:')) writeFileSync(join(base, path.slice('file:'.length)), '')
      else mkdirSync(join(base, path), { recursive: true })
    }
    const variables = Object.entries(env).map(([name, value]) => [name, value.replace('@', base)] as const)
    const found = findProjectRoot({ env: Object.fromEntries(variables), cwd: join(base, cwd) })
    expect(relative(base, found)).toBe(root)
  })
})
