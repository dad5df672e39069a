import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { type Agent, CORRECT, homeOf, initAgain, pluginAt } from './agent.ts'
import { BY_STATUS, nestedContext } from './answers.ts'
import { serverCommand, shellCommand } from './installation.ts'
import { hookAddition, isOwnServer, TIMEOUTS } from './settings.ts'

/** Codex runs commands in its current directory, and has no variable for the project's root. */
const ROOT = '$(git rev-parse --show-toplevel)'

const TOOLS = 'Bash|apply_patch|Edit|Write|mcp__.*'

/** https://developers.openai.com/codex/hooks, https://developers.openai.com/codex/mcp */
export const codex: Agent = {
  name: 'codex',
  title: 'Codex',
  markers: ['.codex'],
  program: 'codex',
  answers: {
    sends: (event) => typeof event['turn_id'] === 'string',
    // It replaces the result of a tool by the message of status 2.
    rejection: { ...BY_STATUS, after: nestedContext },
    context: nestedContext,
  },
  settings: ({ installation, root }) => {
    const isRepository = existsSync(join(root, '.git'))
    const command = shellCommand(installation, 'hook', isRepository ? ROOT : undefined)
    const afterTools = { type: 'command', command, timeout: TIMEOUTS.tool }
    const atEnd = { type: 'command', command, timeout: TIMEOUTS.stop }
    const needsShell = installation.folder !== undefined && isRepository
    return [
      {
        file: '.codex/hooks.json',
        json: [
          hookAddition('SessionStart', undefined, afterTools),
          hookAddition('PreToolUse', TOOLS, afterTools),
          hookAddition('PostToolUse', TOOLS, afterTools),
          hookAddition('Stop', undefined, atEnd),
          hookAddition('SubagentStop', undefined, atEnd),
        ],
      },
      {
        file: '.codex/config.toml',
        table: {
          parent: 'mcp_servers',
          name: 'workbench',
          members: needsShell
            ? { command: 'sh', args: ['-c', `exec ${shellCommand(installation, 'mcp', ROOT)}`] }
            : serverCommand(installation),
          isOwn: isOwnServer,
        },
      },
    ]
  },
  sources: ({ root, env }) => {
    const folder = env['CODEX_HOME'] ?? join(homeOf(env), '.codex')
    const byInit = { variables: {}, fix: initAgain('codex') }
    const byHand = { variables: {}, fix: CORRECT }
    return [
      { ...byInit, file: join(root, '.codex', 'hooks.json') },
      { ...byInit, file: join(root, '.codex', 'config.toml'), servers: 'mcp_servers' },
      { ...byHand, file: join(folder, 'hooks.json') },
      { ...byHand, file: join(folder, 'config.toml'), servers: 'mcp_servers' },
      ...pluginsIn(join(folder, 'plugins', 'cache')).flatMap((path) =>
        pluginAt(path, join('.codex-plugin', 'mcp.json'), {
          variables: { PLUGIN_ROOT: path, CLAUDE_PLUGIN_ROOT: path },
          fix: 'codex plugin marketplace upgrade',
        }),
      ),
    ]
  },
  afterWrite: {
    name: 'PostToolUse',
    event: (file, cwd) => ({
      ...{ session_id: 'doctor', turn_id: 'doctor', cwd, hook_event_name: 'PostToolUse' },
      tool_name: 'apply_patch',
      tool_input: { command: `*** Begin Patch\n*** Add File: ${file}\n+{}\n*** End Patch\n` },
      tool_response: 'Success',
    }),
  },
  note: 'Codex uses them in a trusted project, after you trust the hooks with /hooks',
}

/** `<marketplace>/workbench-core/<version>`. */
function pluginsIn(cache: string): string[] {
  const foldersIn = (folder: string) => {
    try {
      return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? [join(folder, entry.name)] : [],
      )
    } catch {
      return []
    }
  }
  return foldersIn(cache).flatMap((marketplace) => foldersIn(join(marketplace, 'workbench-core')))
}
