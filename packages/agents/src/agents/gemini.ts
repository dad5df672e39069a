import { join } from 'node:path'

import { BY_STATUS_AND_CONTEXT, type HookAnswers, nestedContext } from '../answers.ts'
import { serverCommand, shellCommand } from '../programs.ts'
import { hookAdditions, serverAddition, TIMEOUT } from '../settings.ts'
import { CORRECT, homeOf, initAgain, pluginAt, type Setup } from '../setup.ts'

/** In braces: Gemini CLI itself replaces the variable without braces by a path that it has quoted. */
const ROOT = '${GEMINI_PROJECT_DIR}'

const EVENTS = ['SessionStart', 'BeforeTool', 'AfterTool', 'AfterAgent']

/** https://geminicli.com/docs/hooks/reference */
export const answers: HookAnswers = {
  sends: (event) => /^(BeforeTool|AfterTool|AfterAgent)$/.test(String(event['hook_event_name'])),
  rejection: BY_STATUS_AND_CONTEXT,
  context: nestedContext,
}

/** https://geminicli.com/docs/hooks/reference, https://geminicli.com/docs/tools/mcp-server */
export const setup: Setup = {
  title: 'Gemini CLI',
  markers: ['.gemini', 'GEMINI.md'],
  program: 'gemini',
  settings: ({ installation }) => [
    {
      file: '.gemini/settings.json',
      json: [
        ...hookAdditions(EVENTS, 'write_file|replace|run_shell_command|mcp_.*', {
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
    event: 'AfterTool',
    members: (file) => ({ tool_name: 'write_file', tool_input: { file_path: file, content: '' } }),
  },
}
