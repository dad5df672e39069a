import { join } from 'node:path'

import { type Agent, CORRECT, homeOf, initAgain } from './agent.ts'
import { blockDecision, nestedContext, nestedDenial } from './answers.ts'
import { serverCommand, shellCommand } from './installation.ts'
import { hookAddition, serverAddition, TIMEOUTS } from './settings.ts'

const ROOT = '${QWEN_PROJECT_DIR}'

const TOOLS = 'write_file|edit|notebook_edit|run_shell_command|mcp_.*'

/** https://qwenlm.github.io/qwen-code-docs/en/users/features/hooks */
export const qwen: Agent = {
  name: 'qwen',
  title: 'Qwen Code',
  markers: ['.qwen', 'QWEN.md'],
  program: 'qwen',
  answers: {
    // It also runs the hooks of plugins for Claude Code, whose events have no time.
    sends: (event, env) => env['QWEN_PROJECT_DIR'] !== undefined && 'timestamp' in event,
    // It drops the message of status 2 after a tool.
    rejection: { before: nestedDenial, after: nestedContext, stop: blockDecision },
    context: nestedContext,
  },
  settings: ({ installation }) => {
    const command = shellCommand(installation, 'hook', ROOT)
    // In milliseconds.
    const afterTools = { name: 'workbench', type: 'command', command, timeout: TIMEOUTS.tool * 1000 }
    const atEnd = { name: 'workbench', type: 'command', command, timeout: TIMEOUTS.stop * 1000 }
    return [
      {
        file: '.qwen/settings.json',
        json: [
          hookAddition('SessionStart', undefined, afterTools),
          hookAddition('PreToolUse', TOOLS, afterTools),
          hookAddition('PostToolUse', TOOLS, afterTools),
          hookAddition('PostToolUseFailure', TOOLS, afterTools),
          hookAddition('Stop', undefined, atEnd),
          hookAddition('SubagentStop', undefined, atEnd),
          serverAddition('mcpServers', serverCommand(installation)),
        ],
      },
    ]
  },
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
    name: 'PostToolUse',
    event: (file, cwd) => ({
      ...{ session_id: 'doctor', cwd, hook_event_name: 'PostToolUse', tool_name: 'write_file' },
      timestamp: '2026-01-31T09:30:00.000Z',
      tool_input: { file_path: file, content: '' },
      tool_response: { llmContent: 'ok' },
    }),
  },
}
