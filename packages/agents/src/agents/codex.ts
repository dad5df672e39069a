import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { type Agent, homeOf, pluginAt } from '../agent.ts'
import { BY_STATUS_AND_CONTEXT } from '../answers.ts'
import { serverCommand, shellCommand } from '../programs.ts'
import { hookAdditions, serverAddition } from '../settings.ts'

/**
 * Codex runs commands in its current directory, and has no variable for the project's root. Git does not print it, because it
 * can take a folder of a checkout for a repository, with settings that name another root.
 */
const ROOT = `$(sh -c 'until [ -e .git ] || [ "$PWD" = / ]; do cd ..; done; pwd')`

const EVENTS = ['SessionStart', 'PreToolUse', 'PostToolUse', 'Stop', 'SubagentStart', 'SubagentStop']

/** https://developers.openai.com/codex/hooks, https://developers.openai.com/codex/mcp */
export const codex: Agent = {
  title: 'Codex',
  markers: ['.codex'],
  program: 'codex',
  answers: {
    sends: (event) => typeof event['turn_id'] === 'string',
    rejection: BY_STATUS_AND_CONTEXT,
  },
  findsRoot: true,
  settings: ({ installation, root }) => {
    const folder = existsSync(join(root, '.git')) ? ROOT : undefined
    const hook = shellCommand(installation, 'hook', folder)
    const server =
      installation.folder !== undefined && folder !== undefined
        ? { command: 'sh', args: ['-c', `exec ${shellCommand(installation, 'mcp', folder)}`] }
        : serverCommand(installation)
    return [
      { file: '.codex/hooks.json', json: hookAdditions(EVENTS, 'Bash|apply_patch|Edit|Write|mcp__.*', hook) },
      { file: '.codex/config.toml', toml: serverAddition('mcp_servers', server) },
    ]
  },
  otherSources: ({ env }) => {
    const folder = env['CODEX_HOME'] ?? join(homeOf(env), '.codex')
    return [
      { file: join(folder, 'hooks.json') },
      { file: join(folder, 'config.toml'), servers: 'mcp_servers' },
      ...pluginsIn(join(folder, 'plugins', 'cache')).flatMap((path) =>
        pluginAt(path, join('.codex-plugin', 'mcp.json'), {
          variables: { PLUGIN_ROOT: path, CLAUDE_PLUGIN_ROOT: path },
          fix: 'codex plugin marketplace upgrade',
        }),
      ),
    ]
  },
  afterWrite: (file) => ({
    turn_id: 'doctor',
    tool_name: 'apply_patch',
    tool_input: { command: `*** Begin Patch\n*** Add File: ${file}\n+{}\n*** End Patch\n` },
  }),
  note: 'Codex uses them in a trusted project, after you trust the hooks with /hooks',
}

/** `<marketplace>/workbench-core/<version>`. */
const pluginsIn = (cache: string): string[] =>
  foldersIn(cache).flatMap((marketplace) => foldersIn(join(marketplace, 'workbench-core')))

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name))
  } catch {
    // There is none.
    return []
  }
}
