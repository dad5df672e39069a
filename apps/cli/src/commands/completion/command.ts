import { defineCommand } from '../../command-line/define-command.ts'
import { SHELLS } from './shells.ts'

export const command = defineCommand({
  describe: 'Print a completion script for bash, zsh or fish',
  arguments: { shell: { choices: SHELLS, describe: 'The shell [else the one in SHELL]' } },
  run: async ({ shell }, context) => {
    const { printScript } = await import('./print-script.ts')
    printScript(shell, context)
    return 0
  },
})
