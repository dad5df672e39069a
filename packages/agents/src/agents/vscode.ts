import { join } from 'node:path'

import { type Agent, initAgain } from '../agent.ts'
import { BY_STATUS, nestedDenial } from '../answers.ts'
import { serverCommand } from '../programs.ts'
import { type Addition, serverAddition } from '../settings.ts'
import { GITHUB_HOOKS, githubHooks } from './copilot.ts'

/** https://code.visualstudio.com/docs/copilot/customization/hooks, https://code.visualstudio.com/docs/copilot/customization/mcp-servers */
export const vscode: Agent = {
  title: 'VS Code',
  markers: ['.vscode'],
  program: 'code',
  answers: {
    sends: (event) => 'hookEventName' in event,
    rejection: { ...BY_STATUS, before: nestedDenial },
  },
  settings: ({ installation, agents }) => [
    // VS Code runs the hooks of Claude Code, too.
    ...(agents.includes('claude') ? [] : [{ file: GITHUB_HOOKS, json: githubHooks(installation) }]),
    {
      file: '.vscode/mcp.json',
      json: [
        serverAddition('servers', { type: 'stdio', ...serverCommand(installation, '${workspaceFolder}') }),
      ],
    },
    ...(installation.folder === undefined
      ? []
      : [{ file: '.vscode/settings.json', json: [association(installation.folder)] }]),
  ],
  variables: (root) => ({ workspaceFolder: root }),
  // VS Code runs these, too.
  otherSources: ({ root }) => [
    { file: join(root, '.claude', 'settings.json'), fix: initAgain('claude'), isShared: true },
  ],
  afterWrite: (file) => ({
    hookEventName: 'PostToolUse',
    tool_name: 'create_file',
    tool_input: { filePath: file, content: '' },
  }),
}

/** The schema that validates an artifact by the contract that its `schema` member names. */
const association = (folder: string): Addition => ({
  path: ['json.schemas'],
  value: { fileMatch: ['/.workbench/**/*.json'], url: `./${folder}/artifact.schema.json` },
  isSame: (value) =>
    /(@workbench|apps)\/cli\/dist\/package\/artifact\.schema\.json"/.test(JSON.stringify(value)),
})
