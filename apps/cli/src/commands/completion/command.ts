import { defineCommand } from '../../command-line/define-command.ts'
import { writeText } from '../../output/write.ts'
import { SCRIPTS, SHELLS } from './scripts.ts'

/** Prints the completion script of a shell: without a name, of the one in `SHELL`, else of bash. */
export const command = defineCommand({
  describe: 'Print a completion script for bash, zsh or fish',
  arguments: { shell: { choices: SHELLS, describe: 'The shell [else the one in SHELL]' } },
  run: ({ shell }, { env, stdout }) => {
    const userShell = SHELLS.find((name) => env['SHELL']?.endsWith(`/${name}`))
    writeText(stdout, SCRIPTS[shell ?? userShell ?? 'bash'])
    return 0
  },
})
