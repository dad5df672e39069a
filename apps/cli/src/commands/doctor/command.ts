import { defineCommand, flag, type Values } from '../../command-line/define-command.ts'
import { FORMAT_OPTION } from '../format-option.ts'

const OPTIONS = {
  format: FORMAT_OPTION,
  run: flag('Run the commands of the settings without a prompt'),
  timeout: { type: 'number', default: 15, describe: 'Seconds that a program has to answer' },
} as const

export type DoctorValues = Values<typeof OPTIONS>

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
