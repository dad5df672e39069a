import { join } from 'node:path'

import type { ModelRequest } from '../model/protocol.ts'
import { CUSTOM, responsesApi, SEARCH } from '../model/responses.ts'
import type { Agent, Installation } from './agent.ts'

const NAMESPACE = 'mcp__workbench'
const SUBAGENTS = 'multi_agent_v1'

/** The settings of a run: the scripted model, and nothing that needs the network. */
const settings = (model: string): string[] =>
  [
    'model="gpt-5.5"',
    'model_provider="scripted"',
    `model_providers.scripted={name="scripted",base_url="${model}/v1",wire_api="responses",env_key="SCRIPTED_KEY"}`,
    'approval_policy="never"',
    'analytics.enabled=false',
    'check_for_update_on_startup=false',
  ].flatMap((setting) => ['-c', setting])

/** Codex, with the plugin from the same marketplace as Claude Code. */
export function codex(version: string): Agent {
  const command = (
    { folder }: Installation,
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ) => ({
    program: process.execPath,
    args: [join(folder, 'node_modules', '@openai', 'codex', 'bin', 'codex.js'), ...args],
    env,
  })
  return {
    name: 'Codex',
    version,
    packages: [`@openai/codex@${version}`],
    protocol: responsesApi,
    installedBy: 'codex plugin add',
    setUp: (installation) => [
      command(installation, ['plugin', 'marketplace', 'add', installation.plugin('plugin')]),
      command(installation, ['plugin', 'add', 'workbench-core@workbench']),
    ],
    // A user trusts the hooks with /hooks, which needs a terminal.
    start: (task, environment) =>
      command(
        environment,
        [
          ...['exec', '--skip-git-repo-check', '--dangerously-bypass-hook-trust', '-s', 'danger-full-access'],
          ...settings(environment.model),
          task,
        ],
        { SCRIPTED_KEY: 'dummy' },
      ),
    tools: {
      write: (path, content) => ({
        tool: 'apply_patch',
        input: `*** Begin Patch\n*** Add File: ${path}\n${content.trimEnd().replaceAll(/^/gm, '+')}\n*** End Patch`,
        form: CUSTOM,
      }),
      shell: (line) => ({ tool: 'exec_command', input: { cmd: line } }),
      pluginTool: (name, input) => ({ tool: name, input, form: NAMESPACE }),
      find: (name) => ({ tool: 'tool_search', input: { query: name }, form: SEARCH }),
      *delegate(task) {
        const spawned = yield { tool: 'spawn_agent', input: { message: task }, form: SUBAGENTS }
        return yield {
          tool: 'wait_agent',
          input: { targets: [agentId(spawned)], timeout_ms: 60_000 },
          form: SUBAGENTS,
        }
      },
    },
  }
}

const agentId = ({ messages }: ModelRequest): string =>
  messages.map(({ text }) => /"agent_id":"([^"]+)"/.exec(text)?.[1]).find((id) => id !== undefined) ?? ''
