import { join } from 'node:path'

import { repository } from '../../../../../tools/plugin/trees.js'
import { messagesApi } from '../model/messages.ts'
import type { Agent } from './agent.ts'
import { initProject } from './init-project.ts'

/** Writes the settings of the model, and becomes Cline: its command line has no address of a model. */
const START = `const { mkdirSync, writeFileSync } = require('fs')
const [program, task, baseUrl] = process.argv.slice(1)
const folder = process.env.HOME + '/.cline/data/settings'
mkdirSync(folder, { recursive: true })
const settings = { provider: 'anthropic', apiKey: 'dummy', model: 'claude-sonnet-4-5', baseUrl }
const anthropic = { settings, updatedAt: '2026-01-31T09:30:00.000Z', tokenSource: 'manual' }
const providers = { version: 1, lastUsedProvider: 'anthropic', modes: {}, providers: { anthropic } }
writeFileSync(folder + '/providers.json', JSON.stringify(providers))
process.exitCode = require('child_process').spawnSync(program, ['--json', task], { stdio: 'inherit' }).status`

const server = join(repository, 'apps', 'cli', 'dist', 'package', 'mcp.cjs')

/** Cline, set up by `workbench init`; its user has added the server. */
export const cline = (version: string): Agent => ({
  name: 'Cline',
  version,
  packages: [`cline@${version}`],
  protocol: messagesApi,
  installedBy: 'workbench init',
  files: {
    '.cline/data/settings/cline_mcp_settings.json': {
      mcpServers: { workbench: { command: process.execPath, args: [server], env: {} } },
    },
  },
  setUp: () => [],
  setUpProject: initProject('cline'),
  start: (task, { folder, model }) => ({
    program: process.execPath,
    args: [
      ...['-e', START],
      join(folder, 'node_modules', '@cline', `cli-${process.platform}-${process.arch}`, 'bin', 'cline'),
      ...[task, `${model}/v1`],
    ],
    // Without a process in the background.
    env: { CLINE_SESSION_BACKEND_MODE: 'local' },
  }),
  limits: {
    'The facts of the memory, told to a subagent': 'the agent reads no answer at the start',
    'The facts of the memory': 'the agent reads no answer at the start; it is told with its first tool',
    'A fact, written without memory_write': 'the agent ends the task instead of refusing the tool',
    'A broken artifact that no tool wrote; the agent is held once': 'the agent reads no answer when it stops',
    'A broken artifact that no tool wrote, told to the subagent': 'the agent reads no answer when it stops',
    'When to call contract_show': 'the agent does not tell the model what the server says about its tools',
  },
  tools: {
    write: (path, content) => ({ tool: 'editor', input: { path, new_text: content } }),
    shell: (line) => ({ tool: 'run_commands', input: { commands: [line] } }),
    pluginTool: (name, input) => ({ tool: `workbench__${name}`, input }),
    *delegate(task) {
      return yield { tool: 'spawn_agent', input: { systemPrompt: 'Review.', task } }
    },
  },
})
