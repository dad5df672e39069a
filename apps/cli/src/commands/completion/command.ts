import type { CommandModule } from 'yargs'

import { writeText } from '../../output/write.ts'
import type { CommandContext } from '../../context.ts'
import { SCRIPTS, type Shell, SHELLS } from './scripts.ts'

interface Arguments {
  readonly shell: Shell | undefined
}

export const completionCommand = ({ env, stdout }: CommandContext): CommandModule<object, Arguments> => ({
  command: 'completion [shell]',
  describe: 'Print a completion script for bash, zsh or fish',
  builder: (yargs) =>
    yargs.positional('shell', { choices: SHELLS, describe: 'The shell [else the one in SHELL]' }),
  handler: ({ shell }) => {
    const userShell = SHELLS.find((name) => env['SHELL']?.endsWith(`/${name}`))
    writeText(stdout, SCRIPTS[shell ?? userShell ?? 'bash'])
  },
})
