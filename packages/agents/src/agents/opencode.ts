import { join } from 'node:path'

import { BY_STATUS, type HookAnswers, nestedContext } from '../answers.ts'
import { serverCommand } from '../programs.ts'
import { serverAddition } from '../settings.ts'
import { CORRECT, homeOf, initAgain, type Setup } from '../setup.ts'
import { opencodePlugin } from './opencode-plugin.ts'

const PLUGIN = '.opencode/plugins/workbench.js'
const SETTINGS = 'opencode.json'

/** OpenCode has no hooks: the plugin sends the events of Claude Code. */
export const answers: HookAnswers = {
  sends: (event) => event['client'] === 'opencode',
  rejection: BY_STATUS,
  context: nestedContext,
}

/** https://opencode.ai/docs/plugins, https://opencode.ai/docs/mcp-servers */
export const setup: Setup = {
  title: 'OpenCode',
  markers: ['.opencode', SETTINGS, 'opencode.jsonc'],
  program: 'opencode',
  findsRoot: true,
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
    event: 'PostToolUse',
    members: (file) => ({
      client: 'opencode',
      tool_name: 'write',
      tool_input: { filePath: file, content: '' },
    }),
  },
}
