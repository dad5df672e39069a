import { jsonSetting } from '../edits/json-setting.ts'
import { serverCommand, shellCommand } from '../installation.ts'
import { type Agent, hookAddition, serverAddition, TIMEOUTS } from './agent.ts'

/** In braces: Gemini CLI itself replaces the variable without braces by a path that it has quoted. */
const ROOT = '${GEMINI_PROJECT_DIR}'

const TOOLS = 'write_file|replace|run_shell_command|mcp_.*'

/** https://geminicli.com/docs/hooks/reference, https://geminicli.com/docs/tools/mcp-server */
export const gemini: Agent = {
  name: 'gemini',
  title: 'Gemini CLI',
  markers: ['.gemini', 'GEMINI.md'],
  program: 'gemini',
  settings: ({ installation }) => {
    const command = shellCommand(installation, 'hook', ROOT)
    // In milliseconds.
    const afterTools = { name: 'workbench', type: 'command', command, timeout: TIMEOUTS.tool * 1000 }
    const atEnd = { name: 'workbench', type: 'command', command, timeout: TIMEOUTS.stop * 1000 }
    return [
      jsonSetting('.gemini/settings.json', [
        hookAddition('SessionStart', undefined, afterTools),
        hookAddition('BeforeTool', TOOLS, afterTools),
        hookAddition('AfterTool', TOOLS, afterTools),
        hookAddition('AfterAgent', undefined, atEnd),
        serverAddition('mcpServers', serverCommand(installation)),
      ]),
    ]
  },
}
