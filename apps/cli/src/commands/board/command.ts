import { defineCommand } from '../../command-line/define-command.ts'
import { FORMAT_OPTION } from '../list-request.ts'

export const command = defineCommand({
  describe: 'Show the artifacts on the blackboard: wave, agent, contract, state, age, size',
  arguments: {
    folder: {
      type: 'string',
      describe: 'With --serve or --html: folder that contains a folder for each wave [else the blackboard]',
    },
  },
  options: {
    format: FORMAT_OPTION,
    check: {
      type: 'boolean',
      default: false,
      describe: 'List only invalid artifacts, with their violations; exit with 1 if there are any',
    },
    serve: {
      type: 'boolean',
      default: false,
      describe: 'Serve the artifacts and the memory as a web page on 127.0.0.1, updated when a file changes',
    },
    port: {
      type: 'number',
      describe: 'Port for --serve; 0 for any [else 7700, or any if it is in use]',
    },
    html: { type: 'string', describe: 'Write the page to this file' },
  },
  run: async ({ schemas, format, check, ...options }, context) => {
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
      return 0
    }
    if (check) {
      const { checkBoard } = await import('./check-board.ts')
      return checkBoard({ format, directory: schemas }, context)
    }
    const { showBoard } = await import('./show-board.ts')
    showBoard({ format, directory: schemas }, context)
    return 0
  },
})
