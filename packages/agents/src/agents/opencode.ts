import { join } from 'node:path'

import { type Agent, homeOf } from '../agent.ts'
import { BY_STATUS } from '../answers.ts'
import { serverCommand } from '../programs.ts'
import { serverAddition } from '../settings.ts'
import { opencodePlugin } from './opencode-plugin.ts'

const PLUGIN = '.opencode/plugins/workbench.js'
const SETTINGS = 'opencode.json'

/** https://opencode.ai/docs/plugins, https://opencode.ai/docs/mcp-servers */
export const opencode: Agent = {
  title: 'OpenCode',
  markers: ['.opencode', SETTINGS, 'opencode.jsonc'],
  program: 'opencode',
  answers: { sends: (event) => event['client'] === 'opencode', rejection: BY_STATUS },
  findsRoot: true,
  settings: ({ installation }) => {
    const { command, args } = serverCommand(installation)
    const server = { type: 'local', command: [command, ...args] }
    return [
      { file: PLUGIN, text: opencodePlugin(installation), runsHookAt: 'PostToolUse' },
      { file: SETTINGS, json: [serverAddition('mcp', server)] },
    ]
  },
  otherSources: ({ env }) => {
    const folder = env['XDG_CONFIG_HOME'] ?? join(homeOf(env), '.config')
    return [{ file: join(folder, 'opencode', 'opencode.json'), servers: 'mcp' }]
  },
  afterWrite: (file) => ({
    client: 'opencode',
    tool_name: 'write',
    tool_input: { filePath: file, content: '' },
  }),
}
