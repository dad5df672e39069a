import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { temporaryFolder } from '@workbench/test-support/temporary-folder'

const repository = fileURLToPath(new URL('..', import.meta.url))

describe('the package manager of a clone', () => {
  const root = temporaryFolder()
  const FILES = ['.npmrc', '.yarnrc.yml', 'bunfig.toml', 'package.json', 'tools/require-pnpm.js']
  const ENTRIES = ['.npmrc', '.yarnrc.yml', 'bunfig.toml', 'package.json', 'tools']

  beforeAll(() => {
    mkdirSync(join(root, 'tools'))
    for (const file of FILES) cpSync(join(repository, file), join(root, file))
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    const scripts = { ...manifest.scripts, required: 'node tools/require-pnpm.js' }
    writeFileSync(join(root, 'package.json'), JSON.stringify({ ...manifest, scripts, devDependencies: {} }))
  })

  function run(program: string, args: readonly string[]) {
    // npm keeps the name of a package manager that is set.
    const { npm_config_user_agent: _, ...env } = process.env
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: root, env, encoding: 'utf8' })
    return { isSuccess: status === 0, output: stdout + stderr }
  }

  it.each([
    ['npm', ['install']],
    ['npm', ['start']],
    ['npm', ['test']],
    ['npx', ['-y', 'yarn@1', 'install']],
    ['npx', ['-y', 'yarn@1', 'start']],
    ['npx', ['-y', '-p', '@yarnpkg/cli-dist@4', 'yarn', 'install']],
    ['npx', ['-y', '-p', '@yarnpkg/cli-dist@4', 'yarn', 'start']],
    ['npx', ['-y', 'bun@1', 'install']],
    ['npx', ['-y', 'bun@1', 'run', 'start']],
    ['npx', ['-y', 'pnpm@9', 'install']],
    ['npx', ['-y', 'pnpm@9', 'start']],
  ])('fails for %s %j, names pnpm 12 and leaves no file behind', (program, args) => {
    const { isSuccess, output } = run(program, args)
    expect({ isSuccess, output }).toEqual({
      isSuccess: false,
      output: expect.stringContaining('npx -y pnpm@12') as string,
    })
    // Bun creates this folder first, which git ignores.
    rmSync(join(root, 'node_modules'), { recursive: true, force: true })
    expect(readdirSync(root).sort()).toEqual(ENTRIES)
  })

  it('accepts pnpm 12 that npx has installed', () => {
    expect(run('npx', ['-y', 'pnpm@12', 'run', 'required'])).toMatchObject({ isSuccess: true })
  })
})
