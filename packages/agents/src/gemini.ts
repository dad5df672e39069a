import { join } from 'node:path'

import { type Agent, CORRECT, homeOf, initAgain, pluginAt } from './agent.ts'
import { BY_STATUS, nestedContext } from './answers.ts'
import { serverCommand, shellCommand } from './installation.ts'
import { hookAddition, serverAddition, TIMEOUTS } from './settings.ts'

/** In braces: Gemini CLI itself replaces the variable without braces by a path that it has quoted. */
const ROOT = '${GEMINI_PROJECT_DIR}'

const TOOLS = 'write_file|replace|run_shell_command|mcp_.*'

/** https://geminicli.com/docs/hooks/reference, https://geminicli.com/docs/tools/mcp-server */
export const gemini: Agent = {
  name: 'gemini',
  title: 'Gemini CLI',
  markers: ['.gemini', 'GEMINI.md'],
  program: 'gemini',
  answers: {
    sends: (event) => /^(BeforeTool|AfterTool|AfterAgent)$/.test(String(event['hook_event_name'])),
    // It replaces the result of a tool by the message of status 2.
    rejection: { ...BY_STATUS, after: nestedContext },
    context: nestedContext,
  },
  settings: ({ installation }) => {
    const command = shellCommand(installation, 'hook', ROOT)
    // In milliseconds.
    const afterTools = { name: 'workbench', type: 'command', command, timeout: TIMEOUTS.tool * 1000 }
    const atEnd = { name: 'workbench', type: 'command', command, timeout: TIMEOUTS.stop * 1000 }
    return [
      {
        file: '.gemini/settings.json',
        json: [
          hookAddition('SessionStart', undefined, afterTools),
          hookAddition('BeforeTool', TOOLS, afterTools),
          hookAddition('AfterTool', TOOLS, afterTools),
          hookAddition('AfterAgent', undefined, atEnd),
          serverAddition('mcpServers', serverCommand(installation)),
        ],
      },
    ]
  },
  sources: ({ root, env }) => {
    const folder = join(homeOf(env), '.gemini')
    const extension = join(folder, 'extensions', 'workbench-core')
    const variables = { GEMINI_PROJECT_DIR: root, CLAUDE_PROJECT_DIR: root }
    const settings = { variables, servers: 'mcpServers' }
    return [
      { ...settings, file: join(root, '.gemini', 'settings.json'), fix: initAgain('gemini') },
      { ...settings, file: join(folder, 'settings.json'), fix: CORRECT },
      ...pluginAt(extension, 'gemini-extension.json', {
        variables: { ...variables, extensionPath: extension },
        fix: 'gemini extensions update workbench-core',
      }),
    ]
  },
  afterWrite: {
    name: 'AfterTool',
    event: (file, cwd) => ({
      ...{ session_id: 'doctor', cwd, hook_event_name: 'AfterTool', tool_name: 'write_file' },
      tool_input: { file_path: file, content: '' },
      tool_response: { llmContent: 'ok' },
    }),
  },
}
