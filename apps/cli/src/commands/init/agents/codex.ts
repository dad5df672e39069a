import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { jsonSetting } from '../edits/json-setting.ts'
import { tomlSetting } from '../edits/toml-setting.ts'
import { serverCommand, shellCommand } from '../installation.ts'
import { type Agent, hookAddition, isOwnServer, TIMEOUTS } from './agent.ts'

/** Codex runs commands in its current directory, and has no variable for the project's root. */
const ROOT = '$(git rev-parse --show-toplevel)'

const TOOLS = 'Bash|apply_patch|Edit|Write|mcp__.*'

/** https://developers.openai.com/codex/hooks, https://developers.openai.com/codex/mcp */
export const codex: Agent = {
  name: 'codex',
  title: 'Codex',
  markers: ['.codex'],
  program: 'codex',
  settings: ({ installation, root }) => {
    const isRepository = existsSync(join(root, '.git'))
    const command = shellCommand(installation, 'hook', isRepository ? ROOT : undefined)
    const afterTools = { type: 'command', command, timeout: TIMEOUTS.tool }
    const atEnd = { type: 'command', command, timeout: TIMEOUTS.stop }
    const needsShell = installation.folder !== undefined && isRepository
    return [
      jsonSetting('.codex/hooks.json', [
        hookAddition('SessionStart', undefined, afterTools),
        hookAddition('PreToolUse', TOOLS, afterTools),
        hookAddition('PostToolUse', TOOLS, afterTools),
        hookAddition('Stop', undefined, atEnd),
        hookAddition('SubagentStop', undefined, atEnd),
      ]),
      tomlSetting('.codex/config.toml', {
        parent: 'mcp_servers',
        name: 'workbench',
        members: needsShell
          ? { command: 'sh', args: ['-c', `exec ${shellCommand(installation, 'mcp', ROOT)}`] }
          : serverCommand(installation),
        isOwn: isOwnServer,
      }),
    ]
  },
  note: 'Codex uses them in a trusted project, after you trust the hooks with /hooks',
}
