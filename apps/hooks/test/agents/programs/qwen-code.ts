import { join } from 'node:path'

import { messagesApi } from '../model/messages.ts'
import type { Agent } from './agent.ts'
import { initProject } from './init-project.ts'

/** It needs a newer Node than this repository. */
const NODE = `node-${process.platform}-${process.arch}`

/** Qwen Code, set up by `workbench init`. */
export const qwenCode = (version: string): Agent => ({
  name: 'Qwen Code',
  version,
  packages: [`@qwen-code/qwen-code@${version}`, `${NODE}@22`],
  protocol: messagesApi,
  installedBy: 'workbench init',
  // A second model would write its own memory after each turn.
  files: { '.qwen/settings.json': { memory: { enableManagedAutoMemory: false } } },
  setUp: () => [],
  setUpProject: initProject('qwen'),
  start: (task, { folder, model }) => ({
    program: join(folder, 'node_modules', NODE, 'bin', 'node'),
    args: [
      join(folder, 'node_modules', '@qwen-code', 'qwen-code', 'cli.js'),
      ...['-p', task, '--approval-mode', 'yolo', '--auth-type', 'anthropic'],
    ],
    env: {
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: 'dummy',
      ANTHROPIC_MODEL: 'scripted',
      QWEN_TELEMETRY_ENABLED: 'false',
    },
  }),
  limits: {
    'The facts of the memory, told to a subagent':
      'the agent does not add the answer to the prompt of the subagent',
    'memory_write: violations': 'the agent validates the arguments itself, and tells the first violation',
    'A broken artifact in the root of the project; the agent was started in a subfolder':
      'the agent reads only the settings of the folder in which it is started',
  },
  tools: {
    write: (path, content) => ({ tool: 'write_file', input: { file_path: path, content } }),
    shell: (line) => ({
      tool: 'run_shell_command',
      input: { command: line, description: 'Run a command', is_background: false },
    }),
    pluginTool: (name, input) => ({ tool: `mcp__workbench__${name}`, input }),
    find: (name) => ({ tool: 'tool_search', input: { query: `select:mcp__workbench__${name}` } }),
    *delegate(task) {
      return yield {
        tool: 'agent',
        input: {
          ...{ description: 'Review', prompt: task, subagent_type: 'general-purpose' },
          run_in_background: false,
        },
      }
    },
  },
})
