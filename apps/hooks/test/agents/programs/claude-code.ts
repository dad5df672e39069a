import { join } from 'node:path'

import { messagesApi } from '../model/messages.ts'
import type { Agent, Installation } from './agent.ts'

/** The documented variables that switch off everything that is not necessary for the task. */
const QUIET = {
  DISABLE_TELEMETRY: '1',
  DISABLE_ERROR_REPORTING: '1',
  DISABLE_AUTOUPDATER: '1',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
}

const SERVER = 'mcp__plugin_workbench-core_workbench'

/**
 * Claude Code, installed from its marketplace.
 * @param program the program in `node_modules`, and its first arguments
 * @param delegationTool the tool that starts a subagent
 */
export function claudeCode(
  version: string,
  program: (folder: string) => readonly [string, ...string[]],
  delegationTool: string,
): Agent {
  const command = (
    { folder, home }: Installation,
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ) => {
    const [file, ...first] = program(folder)
    return {
      program: file,
      args: [...first, ...args],
      env: { ...QUIET, CLAUDE_CODE_TMPDIR: join(home, 'tmp'), ...env },
    }
  }
  return {
    name: 'Claude Code',
    version,
    packages: [`@anthropic-ai/claude-code@${version}`],
    protocol: messagesApi,
    installedBy: 'claude plugin install',
    setUp: (installation) => [
      command(installation, ['plugin', 'marketplace', 'add', installation.plugin('plugin')]),
      command(installation, ['plugin', 'install', 'workbench-core@workbench']),
    ],
    start: (task, environment) =>
      command(
        environment,
        [
          '-p',
          task,
          '--allowedTools',
          `Write,Bash,Task,Agent,ToolSearch,${SERVER}`,
          '--output-format',
          'json',
        ],
        { ANTHROPIC_BASE_URL: environment.model, ANTHROPIC_API_KEY: 'dummy' },
      ),
    tools: {
      write: (path, content) => ({ tool: 'Write', input: { file_path: path, content } }),
      shell: (line) => ({ tool: 'Bash', input: { command: line, description: 'Run a command' } }),
      pluginTool: (name, input) => ({ tool: `${SERVER}__${name}`, input }),
      find: (name) => ({ tool: 'ToolSearch', input: { query: `select:${SERVER}__${name}` } }),
      *delegate(task) {
        return yield {
          tool: delegationTool,
          input: {
            description: 'Review',
            prompt: task,
            subagent_type: 'general-purpose',
            run_in_background: false,
          },
        }
      },
    },
  }
}

/** The native program, which the package contains for each platform. */
export const nativeProgram = (folder: string): readonly [string] => [
  join(folder, 'node_modules', '@anthropic-ai', `claude-code-${process.platform}-${process.arch}`, 'claude'),
]

/** The JavaScript of older versions. */
export const script = (folder: string): readonly [string, string] => [
  process.execPath,
  join(folder, 'node_modules', '@anthropic-ai', 'claude-code', 'cli.js'),
]
