import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { type Agent, homeOf, pluginAt } from '../agent.ts'
import { BY_STATUS } from '../answers.ts'
import { serverCommand, shellCommand } from '../programs.ts'
import { CLAUDE_EVENTS, hookAdditions, serverAddition } from '../settings.ts'

/** VS Code reads the same hooks, without the variable, and runs them in the project's root. */
const ROOT = '${CLAUDE_PROJECT_DIR:-.}'

const TOOLS = 'Write|Edit|MultiEdit|NotebookEdit|Bash|mcp__.*'

/** https://code.claude.com/docs/en/hooks, https://code.claude.com/docs/en/mcp */
export const claude: Agent = {
  title: 'Claude Code',
  markers: ['.claude', 'CLAUDE.md', '.mcp.json'],
  program: 'claude',
  answers: {
    // Other agents that run its hooks send events with members of their own.
    sends: () => false,
    rejection: BY_STATUS,
  },
  settings: ({ installation }) => [
    {
      file: '.claude/settings.json',
      json: hookAdditions(CLAUDE_EVENTS, TOOLS, shellCommand(installation, 'hook', ROOT)),
    },
    { file: '.mcp.json', json: [serverAddition('mcpServers', serverCommand(installation, ROOT))] },
  ],
  variables: (root) => ({ CLAUDE_PROJECT_DIR: root }),
  otherSources: ({ root, env }) => {
    const folder = env['CLAUDE_CONFIG_DIR'] ?? join(homeOf(env), '.claude')
    return [
      { file: join(root, '.claude', 'settings.local.json') },
      { file: join(folder, 'settings.json') },
      { file: join(homeOf(env), '.claude.json'), servers: 'mcpServers' },
      ...installedPlugins(folder).flatMap(({ id, path }) =>
        pluginAt(path, '.mcp.json', {
          variables: { CLAUDE_PLUGIN_ROOT: path },
          fix: `claude plugin update ${id}`,
        }),
      ),
    ]
  },
  afterWrite: (file) => ({ tool_name: 'Write', tool_input: { file_path: file, content: '' } }),
  note: 'Claude Code starts the server of .mcp.json after you approve it',
}

/** The installed copies of the plugin. */
function installedPlugins(folder: string): { id: string; path: string }[] {
  try {
    const text = readFileSync(join(folder, 'plugins', 'installed_plugins.json'), 'utf8')
    const { plugins } = JSON.parse(text) as { plugins: Record<string, { installPath: unknown }[]> }
    return Object.entries(plugins)
      .filter(([id]) => id.startsWith('workbench-core@'))
      .flatMap(([id, copies]) => copies.map(({ installPath }) => ({ id, path: String(installPath) })))
  } catch {
    // There are no plugins.
    return []
  }
}
