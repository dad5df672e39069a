import { join } from 'node:path'

import { type Agent, homeOf } from '../agent.ts'
import { blockDecision, nestedDenial } from '../answers.ts'
import { serverCommand } from '../programs.ts'
import { serverAddition } from '../settings.ts'
import { GITHUB_HOOKS, githubHooks } from './github-hooks.ts'

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
  otherSources: ({ env }) => {
    const folder = env['COPILOT_HOME'] ?? join(homeOf(env), '.copilot')
    return [{ file: join(folder, 'mcp-config.json'), servers: 'mcpServers' }]
  },
  afterWrite: (file) => ({
    timestamp: '2026-01-31T09:30:00.000Z',
    tool_name: 'Write',
    tool_input: { path: file, file_text: '' },
  }),
}
