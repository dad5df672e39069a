import { join } from 'node:path'

import { blockDecision, type HookAnswers, nestedContext, nestedDenial } from '../answers.ts'
import { serverCommand, shellCommand } from '../programs.ts'
import { CLAUDE_EVENTS, hookAdditions, serverAddition, TIMEOUT } from '../settings.ts'
import { CORRECT, homeOf, initAgain, type Setup } from '../setup.ts'

const ROOT = '${QWEN_PROJECT_DIR}'

/** https://qwenlm.github.io/qwen-code-docs/en/users/features/hooks */
export const answers: HookAnswers = {
  // It also runs the hooks of plugins for Claude Code, whose events have no time.
  sends: (event, env) => env['QWEN_PROJECT_DIR'] !== undefined && 'timestamp' in event,
  // It drops the message of status 2 after a tool.
  rejection: { before: nestedDenial, after: nestedContext, stop: blockDecision },
  context: nestedContext,
}

/** https://qwenlm.github.io/qwen-code-docs/en/users/features/hooks */
export const setup: Setup = {
  title: 'Qwen Code',
  markers: ['.qwen', 'QWEN.md'],
  program: 'qwen',
  settings: ({ installation }) => [
    {
      file: '.qwen/settings.json',
      json: [
        ...hookAdditions(CLAUDE_EVENTS, 'write_file|edit|notebook_edit|run_shell_command|mcp_.*', {
          name: 'workbench',
          command: shellCommand(installation, 'hook', ROOT),
          // In milliseconds.
          timeout: TIMEOUT * 1000,
        }),
        serverAddition('mcpServers', serverCommand(installation)),
      ],
    },
  ],
  sources: ({ root, env }) => {
    const settings = {
      variables: { QWEN_PROJECT_DIR: root, CLAUDE_PROJECT_DIR: root },
      servers: 'mcpServers',
    }
    return [
      { ...settings, file: join(root, '.qwen', 'settings.json'), fix: initAgain('qwen') },
      { ...settings, file: join(homeOf(env), '.qwen', 'settings.json'), fix: CORRECT },
    ]
  },
  afterWrite: {
    event: 'PostToolUse',
    members: (file) => ({
      timestamp: '2026-01-31T09:30:00.000Z',
      tool_name: 'write_file',
      tool_input: { file_path: file, content: '' },
    }),
  },
}
