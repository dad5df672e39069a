import { AGENT_NAMES } from '@workbench/agents/install'

import { defineCommand, flag, type Values } from '../../command-line/define-command.ts'

const OPTIONS = {
  agent: {
    type: 'string',
    array: true,
    nargs: 1,
    choices: AGENT_NAMES,
    describe: 'Only this agent; can be repeated',
  },
  'pre-commit': flag('Also add a hook to .pre-commit-config.yaml'),
  ci: { type: 'string', choices: ['github'], describe: 'Also add a workflow' },
  write: flag('Write the files'),
  undo: flag('Remove what init added'),
} as const

export type InitValues = Values<typeof OPTIONS>

export const command = defineCommand({
  describe: 'Set up the hook and the tools in the coding agents of this project',
  details:
    'Adds the hook and the tools to the settings of the coding agents that the project or this machine uses, and the ' +
    'contracts to those of VS Code, and creates the files for git in .workbench. Prints a diff.',
  options: OPTIONS,
  examples: [
    ['$0 init', 'Print what would be changed'],
    ['$0 init --agent claude --write', 'Set up Claude Code'],
  ],
  run: async (values, context) => (await import('./init.ts')).init(values, context),
})
