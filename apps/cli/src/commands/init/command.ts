import type { CommandModule } from 'yargs'

import type { CommandContext } from '../../context.ts'
import type { ExitStatus } from '../../exit-status.ts'

interface Values {
  readonly agent: readonly string[] | undefined
  readonly 'pre-commit': boolean
  readonly ci: 'github' | undefined
  readonly write: boolean
  readonly undo: boolean
}

export const initCommand = (
  context: CommandContext,
  exitWith: (status: ExitStatus) => void,
): CommandModule<object, Values> => ({
  command: 'init',
  describe: 'Set up the hook and the tools in the coding agents of this project',
  builder: (yargs) =>
    yargs
      .usage(
        '$0 init\n\nAdds the hook and the tools to the settings of the coding agents that the project or this machine uses, and the ' +
          'contracts to those of VS Code. Prints a diff.',
      )
      .option('agent', {
        type: 'string',
        array: true,
        requiresArg: true,
        nargs: 1,
        choices: ['claude', 'codex', 'gemini', 'vscode'],
        describe: 'Only this agent; can be repeated',
      })
      .option('pre-commit', {
        type: 'boolean',
        default: false,
        describe: 'Also add a hook to .pre-commit-config.yaml',
      })
      .option('ci', {
        type: 'string',
        requiresArg: true,
        choices: ['github'] as const,
        describe: 'Also add a workflow',
      })
      .option('write', { type: 'boolean', default: false, describe: 'Write the files' })
      .option('undo', { type: 'boolean', default: false, describe: 'Remove what init added' })
      .example('$0 init', 'Print what would be changed')
      .example('$0 init --agent claude --write', 'Set up Claude Code'),
  handler: async ({ agent, 'pre-commit': preCommit, ci, write, undo }) => {
    const { init } = await import('./init.ts')
    exitWith(init({ agents: agent, preCommit, ci, write, undo }, context))
  },
})
