import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { BY_STATUS_AND_CONTEXT, type HookAnswers, nestedContext } from '../answers.ts'
import { serverCommand, shellCommand } from '../programs.ts'
import { hookAdditions, startsServer, TIMEOUT } from '../settings.ts'
import { CORRECT, homeOf, initAgain, pluginAt, type Setup } from '../setup.ts'

/**
 * Codex runs commands in its current directory, and has no variable for the project's root. Git does not print it, because it
 * can take a folder of a checkout for a repository, with settings that name another root.
 */
const ROOT = `$(sh -c 'until [ -e .git ] || [ "$PWD" = / ]; do cd ..; done; pwd')`

const EVENTS = ['SessionStart', 'PreToolUse', 'PostToolUse', 'Stop', 'SubagentStart', 'SubagentStop']

/** https://developers.openai.com/codex/hooks */
export const answers: HookAnswers = {
  sends: (event) => typeof event['turn_id'] === 'string',
  rejection: BY_STATUS_AND_CONTEXT,
  context: nestedContext,
}

/** https://developers.openai.com/codex/hooks, https://developers.openai.com/codex/mcp */
export const setup: Setup = {
  title: 'Codex',
  markers: ['.codex'],
  program: 'codex',
  findsRoot: true,
  settings: ({ installation, root }) => {
    const isRepository = existsSync(join(root, '.git'))
    const needsShell = installation.folder !== undefined && isRepository
    return [
      {
        file: '.codex/hooks.json',
        json: hookAdditions(EVENTS, 'Bash|apply_patch|Edit|Write|mcp__.*', {
          command: shellCommand(installation, 'hook', isRepository ? ROOT : undefined),
          timeout: TIMEOUT,
        }),
      },
      {
        file: '.codex/config.toml',
        table: {
          parent: 'mcp_servers',
          name: 'workbench',
          members: needsShell
            ? { command: 'sh', args: ['-c', `exec ${shellCommand(installation, 'mcp', ROOT)}`] }
            : serverCommand(installation),
          isSame: startsServer,
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
    event: 'PostToolUse',
    members: (file) => ({
      turn_id: 'doctor',
      tool_name: 'apply_patch',
      tool_input: { command: `*** Begin Patch\n*** Add File: ${file}\n+{}\n*** End Patch\n` },
    }),
  },
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
