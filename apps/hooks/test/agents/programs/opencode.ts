import { join } from 'node:path'

import { messagesApi } from '../model/messages.ts'
import type { Agent } from './agent.ts'
import { initProject } from './init-project.ts'

/** OpenCode, set up by `workbench init`. */
export const opencode = (version: string): Agent => ({
  name: 'OpenCode',
  version,
  packages: [`opencode-ai@${version}`],
  protocol: messagesApi,
  installedBy: 'workbench init',
  setUp: () => [],
  setUpProject: initProject('opencode'),
  start: (task, { folder, model }) => ({
    program: join(folder, 'node_modules', `opencode-${process.platform}-${process.arch}`, 'bin', 'opencode'),
    args: ['run', task, '--model', 'scripted/model'],
    env: {
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      // It installs its library for plugins at each start, which is not needed, and fails without a network.
      npm_config_fetch_retries: '0',
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        permission: 'allow',
        provider: {
          scripted: {
            npm: '@ai-sdk/anthropic',
            options: { baseURL: `${model}/v1`, apiKey: 'dummy' },
            models: { model: { tool_call: true, limit: { context: 200_000, output: 8000 } } },
          },
        },
      }),
    },
  }),
  limits: {
    'A broken artifact that no tool wrote; the agent is held once':
      '`opencode run` ends when the agent stops; the terminal program goes on',
    'A broken artifact that no tool wrote, told to the subagent': 'it has no such event',
  },
  tools: {
    write: (path, content) => ({ tool: 'write', input: { filePath: path, content } }),
    shell: (line) => ({ tool: 'bash', input: { command: line, description: 'Run a command' } }),
    pluginTool: (name, input) => ({ tool: `workbench_${name}`, input }),
    *delegate(task) {
      return yield {
        tool: 'task',
        input: { description: 'Review', prompt: task, subagent_type: 'general' },
      }
    },
  },
})
