import { join } from 'node:path'

import { type Agent, CORRECT, homeOf, initAgain } from './agent.ts'
import { BY_STATUS, nestedContext } from './answers.ts'
import { serverCommand } from './installation.ts'
import { opencodePlugin } from './opencode-plugin.ts'
import { serverAddition } from './settings.ts'

const PLUGIN = '.opencode/plugins/workbench.js'
const SETTINGS = 'opencode.json'

/** https://opencode.ai/docs/plugins, https://opencode.ai/docs/mcp-servers */
export const opencode: Agent = {
  name: 'opencode',
  title: 'OpenCode',
  markers: ['.opencode', SETTINGS, 'opencode.jsonc'],
  program: 'opencode',
  // It has no hooks: the plugin sends the events of Claude Code.
  answers: { sends: (event) => event['client'] === 'opencode', rejection: BY_STATUS, context: nestedContext },
  settings: ({ installation }) => {
    const { command, args } = serverCommand(installation)
    const server = { type: 'local', command: [command, ...args] }
    return [
      { file: PLUGIN, text: opencodePlugin(installation) },
      { file: SETTINGS, json: [serverAddition('mcp', server)] },
    ]
  },
  sources: ({ root, env }) => {
    const folder = env['XDG_CONFIG_HOME'] ?? join(homeOf(env), '.config')
    const byInit = { variables: {}, fix: initAgain('opencode') }
    return [
      { ...byInit, file: join(root, PLUGIN), runsHookAt: 'PostToolUse' },
      { ...byInit, file: join(root, SETTINGS), servers: 'mcp' },
      { variables: {}, fix: CORRECT, file: join(folder, 'opencode', 'opencode.json'), servers: 'mcp' },
    ]
  },
  afterWrite: {
    name: 'PostToolUse',
    event: (file, cwd) => ({
      ...{ client: 'opencode', cwd, hook_event_name: 'PostToolUse', tool_name: 'write' },
      tool_input: { filePath: file, content: '' },
    }),
  },
}
