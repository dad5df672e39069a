import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { repository, workbench } from '../support/run-workbench.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { contentOf } from './project.ts'

/** A project of Yarn without node_modules, and the copy of the command in it. */
function projectOfYarn() {
  const root = temporaryDirectory()
  const folder = join(root, '.yarn/unplugged/cli/node_modules/@workbench/cli/dist/package')
  mkdirSync(join(root, '.git'))
  cpSync(join(repository, 'apps/cli/dist/package'), folder, { recursive: true })
  writeFileSync(join(root, '.pnp.cjs'), '')
  return { root, program: join(folder, 'main.cjs') }
}

describe('workbench init in a project of Yarn without node_modules', () => {
  it('lets yarn start the hook and the tools', async () => {
    const { root, program } = projectOfYarn()
    const args = ['init', '--agent', 'claude', '--pre-commit', '--write']
    expect((await workbench(args, { cwd: root, program })).status).toBe(0)
    const files = contentOf(root)
    expect(files['.claude/settings.json']).toContain('"command": "yarn workbench hook"')
    expect(JSON.parse(files['.mcp.json'] ?? '')).toEqual({
      mcpServers: { workbench: { command: 'yarn', args: ['workbench', 'mcp'] } },
    })
    expect(files['.pre-commit-config.yaml']).toContain('entry: yarn workbench validate ')
  })
})

describe('workbench init in a subfolder', () => {
  it('says in which folder it acts', async () => {
    const { root, program } = projectOfYarn()
    const cwd = join(root, 'packages/a')
    mkdirSync(cwd, { recursive: true })
    const { stdout } = await workbench(['init', '--agent', 'claude', '--write'], { cwd, program })
    expect(stdout.startsWith(`in ${root}:\n`)).toBe(true)
    expect(Object.keys(contentOf(root))).toContain('.claude/settings.json')
    expect((await workbench(['init', '--agent', 'claude'], { cwd: root, program })).stdout).toBe(
      'nothing to change\n',
    )
  })
})

describe('workbench doctor that a package manager started', () => {
  it.each([
    ['npx', 'node_modules/.bin', { npm_config_user_agent: 'npm/11.0.0' }],
    ['yarn', 'xfs-01234567', { BERRY_BIN_FOLDER: 'set below', npm_config_user_agent: 'yarn/4.0.0' }],
  ])('does not find what only %s puts on the path', async (_, folder, variables) => {
    const { root, program } = projectOfYarn()
    const bin = join(root, folder)
    mkdirSync(bin, { recursive: true })
    writeFileSync(join(bin, 'yarn'), `#!/bin/sh\nshift\nexec node '${program}' "$@"\n`, { mode: 0o755 })
    await workbench(['init', '--agent', 'claude', '--write'], { cwd: root, program })
    const env = { HOME: root, PATH: `${bin}:${dirname(process.execPath)}:/usr/bin:/bin` }
    const doctor = (more: Readonly<Record<string, string>>) =>
      workbench(['doctor', '--run'], { cwd: root, program, env: { ...env, ...more } })
    const added = 'BERRY_BIN_FOLDER' in variables ? { ...variables, BERRY_BIN_FOLDER: bin } : variables
    const [own, started] = await Promise.all([doctor({}), doctor(added as Record<string, string>)])
    expect(own.stdout).toMatch(/^ok +hook of Claude Code/m)
    expect(started.stdout).toMatch(/^failed +hook of Claude Code .* not found/m)
    expect(started.status).toBe(1)
  })

  it('does not pass on the options with which yarn starts Node.js', async () => {
    const { root, program } = projectOfYarn()
    const hook = join(root, '.yarn/workbench/hook.cjs')
    mkdirSync(dirname(hook), { recursive: true })
    writeFileSync(hook, 'process.exit(globalThis.isPatched ? 0 : 9)')
    writeFileSync(join(root, '.pnp.cjs'), 'globalThis.isPatched = true')
    mkdirSync(join(root, '.claude'))
    const entry = { hooks: [{ type: 'command', command: `node "${hook}" # workbench hook` }] }
    writeFileSync(join(root, '.claude/settings.json'), JSON.stringify({ hooks: { PostToolUse: [entry] } }))
    const env = {
      HOME: root,
      PATH: process.env['PATH'] ?? '',
      NODE_OPTIONS: `--require ${join(root, '.pnp.cjs')}`,
      npm_config_user_agent: 'yarn/4.0.0',
    }
    const { stdout } = await workbench(['doctor', '--run'], { cwd: root, program, env })
    expect(stdout).toMatch(/^failed +hook of Claude Code .* status 9/m)
  })
})
