import { type Addition, jsonSetting } from '../edits/json-setting.ts'
import { serverCommand, shellCommand, type Installation } from '../installation.ts'
import { type Agent, isOwnHook, serverAddition, TIMEOUTS } from './agent.ts'

/** https://code.visualstudio.com/docs/copilot/customization/hooks, https://code.visualstudio.com/docs/copilot/customization/mcp-servers */
export const vscode: Agent = {
  name: 'vscode',
  title: 'VS Code',
  markers: ['.vscode'],
  program: 'code',
  settings: ({ installation, agents }) => [
    // VS Code runs the hooks of Claude Code, too.
    ...(agents.includes('claude') ? [] : [jsonSetting('.github/hooks/workbench.json', hooks(installation))]),
    jsonSetting('.vscode/mcp.json', [
      serverAddition('servers', { type: 'stdio', ...serverCommand(installation, '${workspaceFolder}') }),
    ]),
    ...(installation.folder === undefined
      ? []
      : [jsonSetting('.vscode/settings.json', [association(installation.folder)])]),
  ],
}

/** VS Code runs hooks in the project's root, for every tool. */
const hooks = (installation: Installation): Addition[] =>
  Object.entries({
    SessionStart: TIMEOUTS.tool,
    PreToolUse: TIMEOUTS.tool,
    PostToolUse: TIMEOUTS.tool,
    Stop: TIMEOUTS.stop,
    SubagentStop: TIMEOUTS.stop,
  }).map(([event, timeout]) => ({
    path: ['hooks', event],
    value: { type: 'command', command: shellCommand(installation, 'hook'), timeout },
    isOwn: isOwnHook,
  }))

/** The schema that validates an artifact by the contract that its `schema` member names. */
const association = (folder: string): Addition => ({
  path: ['json.schemas'],
  value: { fileMatch: ['/.workbench/**/*.json'], url: `./${folder}/artifact.schema.json` },
  isOwn: (value) => {
    const { url } = (value ?? {}) as { readonly url?: unknown }
    return typeof url === 'string' && /\bartifact\.schema\.json$/.test(url)
  },
})
