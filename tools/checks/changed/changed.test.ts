import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { temporaryFolder } from '@workbench/test-support/temporary-folder'

import { affectedPackages, readPackages } from './affected-packages.js'
import { changedFiles } from './changed-files.js'

const packages = readPackages(fileURLToPath(new URL('../../../', import.meta.url)))

describe('affectedPackages()', () => {
  const affected = (...files: string[]) => {
    const found = affectedPackages(files, packages)
    return found && [...found].sort()
  }

  it.each([
    ['apps/api/src/main.ts', ['apps/api', 'bench', 'docs', 'evaluation']],
    [
      'packages/embedded-postgres/src/start.ts',
      ['apps/api', 'bench', 'docs', 'evaluation', 'packages/embedded-postgres', 'tools'],
    ],
    ['Dockerfile', ['apps/api', 'bench', 'docs', 'evaluation']],
    ['apps/hooks/src/main.ts', ['apps/cli', 'apps/hooks', 'bench', 'docs', 'evaluation', 'tools']],
    ['action.yml', ['apps/cli', 'bench', 'docs', 'evaluation', 'tools']],
    ['packages/board/src/a.ts', ['apps/cli', 'bench', 'docs', 'evaluation', 'packages/board', 'tools']],
    ['docs/cli.md', ['docs']],
    ['bench/run.js', ['bench']],
    ['evaluation/mutants/main.js', ['bench', 'evaluation']],
  ])('returns the packages that use %s', (file, expected) => {
    expect(affected(file)).toEqual(expected)
  })

  it.each([
    'schemas/finding.v1.schema.json',
    'packages/contracts/src/index.ts',
    'docs/examples/expected.json',
  ])('returns all but the API for %s', (file) => {
    const all = packages.map(({ folder }) => folder)
    const others = [
      'apps/api',
      'packages/agents',
      'packages/embedded-postgres',
      'packages/json-text',
      'packages/test-support',
    ]
    expect(affected(file)).toEqual(all.filter((folder) => !others.includes(folder)).sort())
  })

  it.each(['package.json', 'pnpm-lock.yaml', 'tools/git.js', 'jest.config.js', '.ci/run', 'new/file.ts'])(
    'returns undefined for %s, which can affect everything',
    (file) => {
      expect(affected(file, 'docs/cli.md')).toBeUndefined()
    },
  )

  it('returns nothing without a changed file', () => {
    expect(affected()).toEqual([])
  })
})

describe('changedFiles()', () => {
  const root = temporaryFolder()
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: root })
  const write = (name: string, text = '') => {
    mkdirSync(join(root, name, '..'), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  const cwd = process.cwd()
  beforeAll(() => {
    git('init', '--quiet', '--initial-branch', 'main')
    for (const name of ['deleted', 'moved', 'same', 'staged']) write(name, name)
    write('.gitignore', 'ignored\n')
    git('add', '--all')
    git('commit', '--quiet', '--message', 'One')
    git('checkout', '--quiet', '-b', 'side')
    git('mv', 'moved', 'target')
    git('commit', '--quiet', '--message', 'Two')
    git('checkout', '--quiet', 'main')
    write('later')
    git('add', '--all')
    git('commit', '--quiet', '--message', 'Three')
    git('checkout', '--quiet', 'side')
    rmSync(join(root, 'deleted'))
    write('staged', 'changed')
    git('add', 'staged')
    for (const name of ['ignored', 'a folder/ü\n.txt']) write(name)
    process.chdir(root)
  })
  afterAll(() => {
    process.chdir(cwd)
  })

  it('returns what changed on the branch, committed or not, and what is new', () => {
    expect(changedFiles('main').sort()).toEqual(['a folder/ü\n.txt', 'deleted', 'moved', 'staged', 'target'])
  })

  it('throws for an unknown branch', () => {
    expect(() => changedFiles('missing')).toThrow('git merge-base missing HEAD: ')
  })
})
