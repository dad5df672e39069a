import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { temporaryFolder } from '@workbench/test-support/temporary-folder'

const tools = fileURLToPath(new URL('..', import.meta.url))

/** Lists what it is called with. It knows one package, and fails for the word in `FAILING`. */
const PNPM = `#!/bin/sh
echo "$@" >> calls
case "$*" in *list*) echo '[{"path":"'"$PWD"'/packages/a"}]';; esac
case " $* " in *" $FAILING "*) exit 3;; esac
`

const STATIC = '/^(contracts:check|typecheck|lint)$/'
const EVERYTHING = [
  STATIC,
  'test',
  'jest --selectProjects packages-long processes api-long',
  '--recursive check',
  'bench check',
]

describe('pnpm check', () => {
  let root: string
  const folder = temporaryFolder()
  let count = 0

  function write(path: string, content = '') {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content, { mode: 0o755 })
  }

  function git(...args: string[]) {
    const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.org', '-c', 'commit.gpgsign=false']
    expect(spawnSync('git', [...identity, ...args], { cwd: root }).status).toBe(0)
  }

  beforeEach(() => {
    root = join(folder, String((count += 1)))
    for (const path of ['git.js', 'checks/main.js']) cpSync(join(tools, path), join(root, 'tools', path))
    write('package.json', '{"type":"module"}')
    write('tools/checks/supply-chain/main.js')
    write('packages/a/src/a.ts')
    write('.gitignore', 'bin\ncalls\n')
    write('bin/pnpm', PNPM)
    git('init', '-q', '-b', 'main')
    git('add', '.')
    git('commit', '-qm', 'First')
    git('switch', '-qc', 'topic')
  })

  function check(args: readonly string[] = [], FAILING = '-') {
    const env = { ...process.env, FAILING, PATH: `${join(root, 'bin')}:${process.env['PATH'] ?? ''}` }
    const { status } = spawnSync(process.execPath, ['tools/checks/main.js', ...args], { cwd: root, env })
    const calls = readFileSync(join(root, 'calls'), 'utf8').trimEnd().split('\n')
    rmSync(join(root, 'calls'))
    return { status, calls }
  }

  it('runs everything, and ends with the status of what fails first', () => {
    expect(check()).toEqual({ status: 0, calls: EVERYTHING })
    expect(check([], 'test')).toEqual({ status: 3, calls: EVERYTHING.slice(0, 2) })
  })

  it.each(['packages/a/src/a.ts', 'packages/a/new.ts'])(
    '--changed runs the checks of the packages that depend on %s',
    (path) => {
      write(path, 'changed')
      const calls = [
        STATIC,
        'build',
        '--filter=...{packages/a} list --depth -1 --json',
        'jest docs/ tools/ packages/a/',
        '--filter=...{packages/a} check',
      ]
      expect(check(['--changed', '--since', 'main'])).toEqual({ status: 0, calls })
    },
  )

  it('--changed runs the tests of documents if only a page changed', () => {
    write('docs/a.md', 'changed')
    expect(check(['--changed', '--since', 'main']).calls).toEqual([STATIC, 'build', 'jest docs/ tools/'])
  })

  it.each(['pnpm-lock.yaml', 'schemas/a.v1.schema.json', 'docs/examples/valid/a.json'])(
    '--changed runs everything if %s changed',
    (path) => {
      write(path, 'changed')
      expect(check(['--changed', '--since', 'main']).calls).toEqual(EVERYTHING)
    },
  )
})
