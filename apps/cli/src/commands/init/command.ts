import { defineCommand } from '../../command-line/define-command.ts'
import { OPTIONS } from './options.ts'

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
