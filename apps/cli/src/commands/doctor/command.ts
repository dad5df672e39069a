import { defineCommand } from '../../command-line/define-command.ts'
import { OPTIONS } from './options.ts'

export const command = defineCommand({
  describe: 'Check whether the hook and the tools work as the agents are configured',
  details:
    'Starts the hook and the tools of each agent as its settings say, with a broken and a valid artifact in a ' +
    'temporary folder. Settings can come with a checkout: on a terminal, it shows their commands and runs them after ' +
    'you confirm, elsewhere only with --run. Prints what works, what does not, and how to fix it. Exit status: 0 all works, 1 ' +
    'something does not or was not run, 2 the command could not run.',
  options: OPTIONS,
  run: async (values, context) => (await import('./doctor.ts')).doctor(values, context),
})
