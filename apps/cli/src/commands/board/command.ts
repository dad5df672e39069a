import type { CommandModule } from 'yargs'

import type { CommandContext } from '../../context.ts'
import type { ExitStatus } from '../../exit-status.ts'
import { FORMAT_OPTION, type ListRequest } from '../list-request.ts'
import type { PageOptions } from './page-request.ts'

interface Arguments extends PageOptions {
  readonly schemas: string | undefined
  readonly format: ListRequest['format']
  readonly check: boolean
}

export const boardCommand = (
  context: CommandContext,
  exitWith: (status: ExitStatus) => void,
): CommandModule<{ schemas: string | undefined }, Arguments> => ({
  command: 'board [folder]',
  describe: 'Show the artifacts on the blackboard: wave, agent, contract, state, age, size',
  builder: (yargs) =>
    yargs
      .positional('folder', {
        type: 'string',
        describe: 'With --serve or --html: folder that contains a folder for each wave [else the blackboard]',
      })
      .option('format', FORMAT_OPTION)
      .option('check', {
        type: 'boolean',
        default: false,
        describe: 'List only invalid artifacts, with their violations; exit with 1 if there are any',
      })
      .option('serve', {
        type: 'boolean',
        default: false,
        describe:
          'Serve the artifacts and the memory as a web page on 127.0.0.1, updated when a file changes',
      })
      .option('port', {
        type: 'number',
        requiresArg: true,
        describe: 'Port for --serve; 0 for any [else 7700, or any if it is in use]',
      })
      .option('html', { type: 'string', requiresArg: true, describe: 'Write the page to this file' }),
  handler: async ({ schemas, format, check, ...options }) => {
    const { pageRequest } = await import('./page-request.ts')
    const page = pageRequest({ ...options, format, check })
    if (page) {
      const { openBoard } = await import('./open-board.ts')
      const board = openBoard({ directory: schemas, folder: options.folder }, context)
      if (page.type === 'html') {
        const { writeReport } = await import('./write-report.ts')
        writeReport(board, page.file, context)
      } else {
        const { serve } = await import('./serve.ts')
        await serve(board, page.port, context)
      }
    } else if (check) {
      const { checkBoard } = await import('./check-board.ts')
      exitWith(checkBoard({ format, directory: schemas }, context))
    } else {
      const { showBoard } = await import('./show-board.ts')
      showBoard({ format, directory: schemas }, context)
    }
  },
})
