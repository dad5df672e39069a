import { AGENT_NAMES } from '@workbench/agents/install'

import { flag, type Values } from '../../command-line/define-command.ts'

export const OPTIONS = {
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
