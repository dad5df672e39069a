import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { CommandContext } from '../../context.ts'
import type { Source } from './configuration.ts'

interface Environment {
  readonly root: string
  readonly env: CommandContext['env']
}

/** The files with hooks and servers, by the name of the agent: of the project, of the user, and of installed plugins. */
export const SOURCES: Readonly<Record<string, (environment: Environment) => readonly Source[]>> = {
  claude: ({ root, env }) => {
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
      ...claudePlugins(folder).flatMap(({ id, path }) =>
        pluginAt(path, '.mcp.json', {
          variables: { ...variables, CLAUDE_PLUGIN_ROOT: path },
          fix: `claude plugin update ${id}`,
        }),
      ),
    ]
  },
  codex: ({ root, env }) => {
    const folder = env['CODEX_HOME'] ?? join(homeOf(env), '.codex')
    const sourcesIn = (folder: string, fix: string) => [
      { file: join(folder, 'hooks.json'), variables: {}, fix },
      { file: join(folder, 'config.toml'), servers: 'mcp_servers', variables: {}, fix },
    ]
    return [
      ...sourcesIn(join(root, '.codex'), initAgain('codex')),
      ...sourcesIn(folder, CORRECT),
      ...pluginsIn(join(folder, 'plugins', 'cache')).flatMap((path) =>
        pluginAt(path, join('.codex-plugin', 'mcp.json'), {
          variables: { PLUGIN_ROOT: path, CLAUDE_PLUGIN_ROOT: path },
          fix: 'codex plugin marketplace upgrade',
        }),
      ),
    ]
  },
  gemini: ({ root, env }) => {
    const folder = join(homeOf(env), '.gemini')
    const extension = join(folder, 'extensions', 'workbench-core')
    const variables = { GEMINI_PROJECT_DIR: root, CLAUDE_PROJECT_DIR: root }
    const settings = { servers: 'mcpServers', variables }
    return [
      { ...settings, file: join(root, '.gemini', 'settings.json'), fix: initAgain('gemini') },
      { ...settings, file: join(folder, 'settings.json'), fix: CORRECT },
      ...pluginAt(extension, 'gemini-extension.json', {
        variables: { ...variables, extensionPath: extension },
        fix: 'gemini extensions update workbench-core',
      }),
    ]
  },
  vscode: ({ root }) => {
    const byInit = { variables: { workspaceFolder: root }, fix: initAgain('vscode') }
    return [
      { ...byInit, file: join(root, '.github', 'hooks', 'workbench.json') },
      // VS Code runs these, too.
      { ...byInit, file: join(root, '.claude', 'settings.json'), fix: initAgain('claude'), isShared: true },
      { ...byInit, file: join(root, '.vscode', 'mcp.json'), servers: 'servers' },
    ]
  },
}

const homeOf = (env: CommandContext['env']): string => env['HOME'] ?? env['USERPROFILE'] ?? '/'

const initAgain = (agent: string): string =>
  `workbench init --agent ${agent} --undo --write && workbench init --agent ${agent} --write`

const CORRECT = 'correct the file by hand'

/** The files of an installed plugin. */
const pluginAt = (path: string, servers: string, plugin: Pick<Source, 'variables' | 'fix'>): Source[] => [
  { ...plugin, file: join(path, 'hooks', 'hooks.json') },
  { ...plugin, file: join(path, servers), servers: 'mcpServers' },
]

/** The installed copies of the plugin. */
function claudePlugins(folder: string): { id: string; path: string }[] {
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
