import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { nodeProblem } from '@workbench/agents/node-version'

import { repository } from './support/run-workbench.ts'
import { temporaryDirectory } from './support/temporary-directory.ts'

const PACKAGE = join(repository, 'apps', 'cli', 'dist', 'package')
const PLUGIN = join(repository, 'plugins', 'workbench-core', 'dist')

/** Runs a built program in a Node that says that it has another version. `nodes.js` runs them in an old one. */
function runAsNode18(program: string, args: readonly string[], input = '') {
  const preloaded = join(temporaryDirectory(), 'version.cjs')
  writeFileSync(preloaded, "Object.defineProperty(process.versions, 'node', { value: '18.20.8' })")
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-r', preloaded, program, ...args], {
    input,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

const MESSAGE = 'workbench: needs Node 20.19 or newer; this is 18.20'

describe('nodeProblem()', () => {
  it.each(['20.19.0', '20.20.2', '22.0.0', '100.1.0'])('accepts %s', (version) => {
    expect(nodeProblem(version)).toBeUndefined()
  })

  it.each(['20.18.3', '20.9.0', '18.20.8', '6.0.0'])('rejects %s', (version) => {
    expect(nodeProblem(version)).toMatch(/^needs Node 20\.19 or newer; this is \d+\.\d+$/)
  })
})

describe('on an old version of Node', () => {
  it.each([
    ['the command', join(PACKAGE, 'main.cjs'), ['validate', 'a.json'], 2],
    ['workbench mcp', join(PACKAGE, 'main.cjs'), ['mcp'], 2],
    ['the server of the package', join(PACKAGE, 'mcp.cjs'), [], 1],
    ['the server of the plugin', join(PLUGIN, 'mcp', 'mcp.js'), [], 1],
  ])('%s says which version it needs', (_, program, args, status) => {
    expect(runAsNode18(program, args)).toEqual({ status, stdout: '', stderr: `${MESSAGE}\n` })
  })

  it.each([
    ['of the package', join(PACKAGE, 'hook.cjs')],
    ['of the plugin', join(PLUGIN, 'hook', 'hook.cjs')],
  ])('the hook %s tells the model after a tool, and the user at other events', (_, program) => {
    const send = (name: string) => {
      const event = { hook_event_name: name, tool_name: 'Write', tool_input: { file_path: 'a.json' } }
      return runAsNode18(program, [], JSON.stringify(event))
    }
    expect(send('PostToolUse')).toEqual({ status: 2, stdout: '', stderr: `${MESSAGE}\n` })
    for (const name of ['PreToolUse', 'Stop', 'SessionStart'])
      expect(send(name)).toEqual({
        status: 0,
        stdout: JSON.stringify({ systemMessage: MESSAGE }),
        stderr: '',
      })
  })
})
