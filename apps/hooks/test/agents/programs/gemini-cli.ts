import { join } from 'node:path'

import { generateContentApi } from '../model/generate-content.ts'
import type { Agent, Installation } from './agent.ts'

/** Gemini CLI, with the plugin as an extension. */
export function geminiCli(version: string): Agent {
  const command = (
    { folder }: Installation,
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ) => ({
    program: process.execPath,
    args: [join(folder, 'node_modules', '@google', 'gemini-cli', 'bundle', 'gemini.js'), ...args],
    env: { GEMINI_TELEMETRY_ENABLED: 'false', GEMINI_CLI_TRUST_WORKSPACE: 'true', ...env },
  })
  return {
    name: 'Gemini CLI',
    version,
    packages: [`@google/gemini-cli@${version}`],
    protocol: generateContentApi,
    installedBy: 'gemini extensions install',
    files: {
      '.gemini/settings.json': {
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
        general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
      },
    },
    setUp: (installation) => [
      command(installation, [
        'extensions',
        'install',
        installation.plugin('gemini-extension'),
        '--consent',
        '--skip-settings',
      ]),
    ],
    start: (task, environment) =>
      command(environment, ['-p', task, '--approval-mode', 'yolo', '--output-format', 'json'], {
        GEMINI_API_KEY: 'dummy',
        GOOGLE_GEMINI_BASE_URL: environment.model,
      }),
    limits: {
      'The facts of the memory, told to a subagent': 'the agent has no such event',
      'A broken artifact that no tool wrote, told to the subagent':
        'no such event; the main agent is told when it stops',
      'memory_write: violations': 'the agent validates the arguments itself, and tells the first violation',
    },
    tools: {
      write: (path, content) => ({ tool: 'write_file', input: { file_path: path, content } }),
      shell: (line) => ({
        tool: 'run_shell_command',
        input: { command: line, description: 'Run a command' },
      }),
      pluginTool: (name, input) => ({ tool: `mcp_workbench_${name}`, input }),
      *delegate(task) {
        return yield { tool: 'invoke_agent', input: { agent_name: 'generalist', prompt: task } }
      },
      finishSubagent: { tool: 'complete_task', input: { result: { response: 'done' } } },
    },
  }
}
