import { join } from 'node:path'

import { blockDecision, type HookAnswers, nestedDenial } from '../answers.ts'
import { serverCommand } from '../programs.ts'
import { serverAddition } from '../settings.ts'
import { CORRECT, homeOf, initAgain, type Setup } from '../setup.ts'
import { GITHUB_HOOKS, githubHooks } from './github-hooks.ts'

const SERVERS = '.github/mcp.json'

/** https://docs.github.com/en/copilot/reference/copilot-cli-reference/cli-hooks-reference */
export const answers: HookAnswers = {
  // Its own form of an event has no name. In an event in the form of Claude Code, only it and Qwen Code have a time.
  sends: (event, env) =>
    ('toolName' in event && !('hookEventName' in event)) ||
    (env['COPILOT_CLI'] !== undefined && 'timestamp' in event),
  // It drops the message of status 2.
  rejection: { before: nestedDenial, after: context, stop: blockDecision },
  context,
}

function context(additionalContext: string): object {
  return { additionalContext }
}

/** https://docs.github.com/en/copilot/reference/copilot-cli-reference/cli-hooks-reference */
export const setup: Setup = {
  title: 'Copilot CLI',
  markers: ['.github/hooks', '.github/copilot-instructions.md', SERVERS],
  program: 'copilot',
  settings: ({ installation }) => [
    { file: GITHUB_HOOKS, json: githubHooks(installation) },
    { file: SERVERS, json: [serverAddition('mcpServers', serverCommand(installation))] },
  ],
  sources: ({ root, env }) => {
    const folder = env['COPILOT_HOME'] ?? join(homeOf(env), '.copilot')
    const variables = { COPILOT_CLI: '1' }
    const byInit = { variables, fix: initAgain('copilot') }
    return [
      { ...byInit, file: join(root, GITHUB_HOOKS) },
      { ...byInit, file: join(root, SERVERS), servers: 'mcpServers' },
      { variables, fix: CORRECT, file: join(folder, 'mcp-config.json'), servers: 'mcpServers' },
    ]
  },
  afterWrite: {
    event: 'PostToolUse',
    members: (file) => ({
      timestamp: '2026-01-31T09:30:00.000Z',
      tool_name: 'Write',
      tool_input: { path: file, file_text: '' },
    }),
  },
}
