import { join } from 'node:path'

import { type Agent, homeOf, pluginAt } from '../agent.ts'
import { BY_STATUS_AND_CONTEXT } from '../answers.ts'
import { geminiAdditions } from '../settings.ts'

/** In braces: Gemini CLI itself replaces the variable without braces by a path that it has quoted. */
const ROOT = '${GEMINI_PROJECT_DIR}'

const EVENTS = ['SessionStart', 'BeforeTool', 'AfterTool', 'AfterAgent']

/** https://geminicli.com/docs/hooks/reference, https://geminicli.com/docs/tools/mcp-server */
export const gemini: Agent = {
  title: 'Gemini CLI',
  markers: ['.gemini', 'GEMINI.md'],
  program: 'gemini',
  answers: {
    sends: (event) => /^(BeforeTool|AfterTool|AfterAgent)$/.test(String(event['hook_event_name'])),
    rejection: BY_STATUS_AND_CONTEXT,
  },
  settings: ({ installation }) => [
    {
      file: '.gemini/settings.json',
      json: geminiAdditions(installation, EVENTS, 'write_file|replace|run_shell_command|mcp_.*', ROOT),
    },
  ],
  variables: (root) => ({ GEMINI_PROJECT_DIR: root, CLAUDE_PROJECT_DIR: root }),
  otherSources: ({ env }) => {
    const folder = join(homeOf(env), '.gemini')
    const extensionPath = join(folder, 'extensions', 'workbench-core')
    return [
      { file: join(folder, 'settings.json'), servers: 'mcpServers' },
      ...pluginAt(extensionPath, 'gemini-extension.json', {
        variables: { extensionPath },
        fix: 'gemini extensions update workbench-core',
      }),
    ]
  },
  afterWrite: (file) => ({ tool_name: 'write_file', tool_input: { file_path: file, content: '' } }),
  afterWriteEvent: 'AfterTool',
}
