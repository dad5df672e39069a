import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { temporaryFolder } from '@workbench/test-support/temporary-folder'

const repository = fileURLToPath(new URL('../..', import.meta.url))

describe('the package manager of a clone', () => {
  const root = temporaryFolder()
  const FILES = ['.npmrc', 'package.json', 'tools/launcher/require-pnpm.js']

  beforeAll(() => {
    mkdirSync(join(root, 'tools/launcher'), { recursive: true })
    for (const file of FILES) cpSync(join(repository, file), join(root, file))
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    const scripts = { ...manifest.scripts, required: 'node tools/launcher/require-pnpm.js' }
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
  ])('fails for %s %j, names pnpm 12 and leaves no file behind', (program, args) => {
    const { isSuccess, output } = run(program, args)
    expect({ isSuccess, output }).toEqual({
      isSuccess: false,
      output: expect.stringContaining('npx -y pnpm@12') as string,
    })
    expect(readdirSync(root).sort()).toEqual(['.npmrc', 'package.json', 'tools'])
  })

  it.each(['install', 'start'])(
    'fails for %s of pnpm 9, names the version and leaves no file behind',
    (script) => {
      const { isSuccess, output } = run('npx', ['-y', 'pnpm@9', script])
      expect({ isSuccess, output }).toEqual({
        isSuccess: false,
        output: expect.stringContaining('Expected version: >=12') as string,
      })
      expect(readdirSync(root).sort()).toEqual(['.npmrc', 'package.json', 'tools'])
    },
  )

  it('accepts pnpm 12 that npx has installed', () => {
    expect(run('npx', ['-y', 'pnpm@12', 'run', 'required'])).toMatchObject({ isSuccess: true })
  })
})
