import { join } from 'node:path'

import { type Agent, homeOf } from '../agent.ts'
import { blockDecision, nestedDenial } from '../answers.ts'
import { type Installation, serverCommand, shellCommand } from '../programs.ts'
import {
  type Addition,
  CLAUDE_EVENTS,
  serverAddition,
  startsHook,
  TIMEOUT,
  toldAfterTool,
} from '../settings.ts'

/** VS Code reads it too. */
export const GITHUB_HOOKS = '.github/hooks/workbench.json'

const SERVERS = '.github/mcp.json'

const context = (additionalContext: string) => ({ additionalContext })

/** https://docs.github.com/en/copilot/reference/copilot-cli-reference/cli-hooks-reference */
export const copilot: Agent = {
  title: 'Copilot CLI',
  markers: ['.github/hooks', '.github/copilot-instructions.md', SERVERS],
  program: 'copilot',
  answers: {
    // Its own form of an event has no name. In an event in the form of Claude Code, only it and Qwen Code have a time.
    sends: (event, env) =>
      ('toolName' in event && !('hookEventName' in event)) ||
      (env['COPILOT_CLI'] !== undefined && 'timestamp' in event),
    // It drops the message of status 2.
    rejection: { before: nestedDenial, after: context, stop: blockDecision },
    context,
  },
  settings: ({ installation }) => [
    { file: GITHUB_HOOKS, json: githubHooks(installation) },
    { file: SERVERS, json: [serverAddition('mcpServers', serverCommand(installation))] },
  ],
  variables: () => ({ COPILOT_CLI: '1' }),
  otherSources: ({ env }) => [
    {
      file: join(env['COPILOT_HOME'] ?? join(homeOf(env), '.copilot'), 'mcp-config.json'),
      servers: 'mcpServers',
    },
  ],
  afterWrite: (file) => ({
    timestamp: '2026-01-31T09:30:00.000Z',
    tool_name: 'Write',
    tool_input: { path: file, file_text: '' },
  }),
}

/** Events with these names have the members of Claude Code. The hooks run in the project's root, for every tool. */
export const githubHooks = (installation: Installation): Addition[] =>
  CLAUDE_EVENTS.map((event) => {
    const command = shellCommand(installation, 'hook')
    // If it fails before a tool, Copilot CLI denies every tool, also the one that would install what is missing.
    const told = event === 'PreToolUse' ? `${command} || exit 0` : toldAfterTool(command, event)
    const value = { type: 'command', command: told, timeout: TIMEOUT }
    return { path: ['hooks', event], value, isSame: startsHook }
  })
