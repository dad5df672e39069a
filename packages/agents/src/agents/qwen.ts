import { join } from 'node:path'

import { type Agent, homeOf } from '../agent.ts'
import { blockDecision, nestedContext, nestedDenial } from '../answers.ts'
import { CLAUDE_EVENTS, geminiAdditions } from '../settings.ts'

const TOOLS = 'write_file|edit|notebook_edit|run_shell_command|mcp_.*'

/** https://qwenlm.github.io/qwen-code-docs/en/users/features/hooks */
export const qwen: Agent = {
  title: 'Qwen Code',
  markers: ['.qwen', 'QWEN.md'],
  program: 'qwen',
  answers: {
    // It also runs the hooks of plugins for Claude Code, whose events have no time.
    sends: (event, env) => env['QWEN_PROJECT_DIR'] !== undefined && 'timestamp' in event,
    // It drops the message of status 2 after a tool.
    rejection: { before: nestedDenial, after: nestedContext, stop: blockDecision },
  },
  settings: ({ installation }) => [
    {
      file: '.qwen/settings.json',
      json: geminiAdditions(installation, CLAUDE_EVENTS, TOOLS, '${QWEN_PROJECT_DIR}'),
    },
  ],
  variables: (root) => ({ QWEN_PROJECT_DIR: root, CLAUDE_PROJECT_DIR: root }),
  otherSources: ({ env }) => [{ file: join(homeOf(env), '.qwen', 'settings.json'), servers: 'mcpServers' }],
  afterWrite: (file) => ({
    timestamp: '2026-01-31T09:30:00.000Z',
    tool_name: 'write_file',
    tool_input: { file_path: file, content: '' },
  }),
}
