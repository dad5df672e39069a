import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { type Agent, CORRECT, homeOf, initAgain, pluginAt } from './agent.ts'
import { BY_STATUS, nestedContext } from './answers.ts'
import { serverCommand, shellCommand } from './installation.ts'
import { hookAddition, serverAddition, TIMEOUTS } from './settings.ts'

/** VS Code reads the same hooks, without the variable, and runs them in the project's root. */
const ROOT = '${CLAUDE_PROJECT_DIR:-.}'

const TOOLS = 'Write|Edit|MultiEdit|NotebookEdit|Bash|mcp__.*'

/** https://code.claude.com/docs/en/hooks, https://code.claude.com/docs/en/mcp */
export const claude: Agent = {
  name: 'claude',
  title: 'Claude Code',
  markers: ['.claude', 'CLAUDE.md', '.mcp.json'],
  program: 'claude',
  // Other agents that run its hooks send events with members of their own.
  answers: { sends: () => false, rejection: BY_STATUS, context: nestedContext },
  settings: ({ installation }) => {
    const command = shellCommand(installation, 'hook', ROOT)
    const afterTools = { type: 'command', command, timeout: TIMEOUTS.tool }
    const atEnd = { type: 'command', command, timeout: TIMEOUTS.stop }
    return [
      {
        file: '.claude/settings.json',
        json: [
          hookAddition('SessionStart', undefined, afterTools),
          hookAddition('PreToolUse', TOOLS, afterTools),
          hookAddition('PostToolUse', TOOLS, afterTools),
          // Instead of PostToolUse, after a shell command that failed: it may have written an artifact before.
          hookAddition('PostToolUseFailure', TOOLS, afterTools),
          hookAddition('Stop', undefined, atEnd),
          hookAddition('SubagentStop', undefined, atEnd),
        ],
      },
      { file: '.mcp.json', json: [serverAddition('mcpServers', serverCommand(installation, ROOT))] },
    ]
  },
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
    name: 'PostToolUse',
    event: (file, cwd) => ({
      ...{ session_id: 'doctor', cwd, hook_event_name: 'PostToolUse', tool_name: 'Write' },
      tool_input: { file_path: file, content: '' },
      tool_response: { filePath: file, success: true },
    }),
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
