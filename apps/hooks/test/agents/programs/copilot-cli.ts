import { join } from 'node:path'

import { messagesApi } from '../model/messages.ts'
import type { Agent } from './agent.ts'
import { initProject } from './init-project.ts'

const program = (folder: string): string =>
  join(folder, 'node_modules', '@github', `copilot-${process.platform}-${process.arch}`, 'copilot')

/** Copilot CLI, without an account, set up by `workbench init`. */
export const copilotCli = (version: string): Agent => ({
  name: 'Copilot CLI',
  version,
  packages: [`@github/copilot@${version}`],
  protocol: messagesApi,
  installedBy: 'workbench init',
  // Its first start extracts its files into the home.
  setUp: ({ folder }) => [{ program: program(folder), args: ['help'] }],
  setUpProject: initProject('copilot'),
  start: (task, { folder, model }) => ({
    program: program(folder),
    args: ['-p', task, '--allow-all-tools', '--allow-all-paths', '--trust-folder'],
    env: {
      COPILOT_OFFLINE: 'true',
      COPILOT_ALLOW_ALL: 'true',
      COPILOT_AUTO_UPDATE: 'false',
      COPILOT_MODEL: 'claude-sonnet-4.5',
      COPILOT_PROVIDER_TYPE: 'anthropic',
      COPILOT_PROVIDER_BASE_URL: model,
      COPILOT_PROVIDER_API_KEY: 'dummy',
    },
  }),
  limits: {
    'When to call contract_show': 'the agent does not tell the model what the server says about its tools',
    'A broken artifact in the root of the project; the agent was started in a subfolder':
      'the agent reads only the hooks of the folder in which it is started',
  },
  tools: {
    write: (path, content) => ({ tool: 'create', input: { path, file_text: content } }),
    shell: (line) => ({ tool: 'bash', input: { command: line, description: 'Run a command' } }),
    pluginTool: (name, input) => ({ tool: `workbench-${name}`, input }),
    *delegate(task) {
      return yield {
        tool: 'task',
        input: {
          ...{ name: 'review', description: 'Review', prompt: task },
          ...{ agent_type: 'general-purpose', mode: 'sync' },
        },
      }
    },
  },
})
