import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { BY_STATUS, type HookAnswers, nestedContext } from '../answers.ts'
import { serverCommand, shellCommand } from '../programs.ts'
import { CLAUDE_EVENTS, hookAdditions, serverAddition, TIMEOUT } from '../settings.ts'
import { CORRECT, homeOf, initAgain, pluginAt, type Setup } from '../setup.ts'

/** VS Code reads the same hooks, without the variable, and runs them in the project's root. */
const ROOT = '${CLAUDE_PROJECT_DIR:-.}'

/** https://code.claude.com/docs/en/hooks */
export const answers: HookAnswers = {
  // Other agents that run its hooks send events with members of their own.
  sends: () => false,
  rejection: BY_STATUS,
  context: nestedContext,
}

/** https://code.claude.com/docs/en/hooks, https://code.claude.com/docs/en/mcp */
export const setup: Setup = {
  title: 'Claude Code',
  markers: ['.claude', 'CLAUDE.md', '.mcp.json'],
  program: 'claude',
  settings: ({ installation }) => [
    {
      file: '.claude/settings.json',
      json: hookAdditions(CLAUDE_EVENTS, 'Write|Edit|MultiEdit|NotebookEdit|Bash|mcp__.*', {
        command: shellCommand(installation, 'hook', ROOT),
        timeout: TIMEOUT,
      }),
    },
    { file: '.mcp.json', json: [serverAddition('mcpServers', serverCommand(installation, ROOT))] },
  ],
  sources: ({ root, env }) => {
    const folder = env['CLAUDE_CONFIG_DIR'] ?? join(homeOf(env), '.claude')
    const variables = { CLAUDE_PROJECT_DIR: root }
    const byInit = { variables, fix: initAgain('claude') }
    const byHand = { variables, fix: CORRECT }
    return [
      { ...byInit, file: join(root, '.claude', 'settings.json') },
      { ...byHand, file: join(root, '.claude', 'settings.local.json') },
      { ...byHand, file: join(folder, 'settings.json') },
      { ...byInit, file: join(root, '.mcp.json'), servers: 'mcpServers' },
      { ...byHand, file: join(homeOf(env), '.claude.json'), servers: 'mcpServers' },
      ...installedPlugins(folder).flatMap(({ id, path }) =>
        pluginAt(path, '.mcp.json', {
          variables: { ...variables, CLAUDE_PLUGIN_ROOT: path },
          fix: `claude plugin update ${id}`,
        }),
      ),
    ]
  },
  afterWrite: {
    event: 'PostToolUse',
    members: (file) => ({ tool_name: 'Write', tool_input: { file_path: file, content: '' } }),
  },
  note: 'Claude Code starts the server of .mcp.json after you approve it',
}

/** The installed copies of the plugin. */
function installedPlugins(folder: string): { id: string; path: string }[] {
  try {
    const text = readFileSync(join(folder, 'plugins', 'installed_plugins.json'), 'utf8')
    const { plugins } = JSON.parse(text) as { plugins: Record<string, unknown> }
    return Object.entries(plugins)
      .filter(([id]) => id.startsWith('workbench-core@'))
      .flatMap(([id, entries]) =>
        [entries].flat().flatMap((entry) => {
          const { installPath: path } = entry as { readonly installPath?: unknown }
          return typeof path === 'string' ? [{ id, path }] : []
        }),
      )
  } catch {
    // There are no plugins.
    return []
  }
}
