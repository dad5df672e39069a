import { defineCommand } from '../../command-line/define-command.ts'
import { CannotRun } from '../../exit-status.ts'
import { rejectEmptyPaths } from '../../paths.ts'
import { FORMAT_OPTION } from '../format-option.ts'

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
    editor: {
      type: 'string',
      describe:
        'With --serve or --html: files of findings are links that open vscode, cursor, zed or idea, or an address with {file} and {line}',
    },
  },
  run: async ({ schemas, folder, format, check, serve, port, html, editor }, context) => {
    rejectContradictions({ folder, format, check, serve, port, html, editor })
    if (serve || html !== undefined) {
      const page = await import('./page.ts')
      const board = page.openBoard({ directory: schemas, folder }, context)
      const template = page.templateOf(editor)
      if (html === undefined) await page.serve(board, { port, editor: template }, context)
      else page.writeReport(board, { file: html, editor: template }, context)
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

interface BoardOptions {
  readonly folder: string | undefined
  readonly format: string
  readonly check: boolean
  readonly serve: boolean
  readonly port: number | undefined
  readonly html: string | undefined
  readonly editor: string | undefined
}

/** @throws {CannotRun} if the options contradict each other, or if a path is empty. */
function rejectContradictions({ folder, format, check, serve, port, html, editor }: BoardOptions): void {
  const isPage = serve || html !== undefined
  rejectEmptyPaths([html, folder])
  if (!serve && port !== undefined) throw new CannotRun('--port needs --serve')
  if (!isPage && editor !== undefined) throw new CannotRun('--editor needs --serve or --html')
  if (!isPage && folder !== undefined) throw new CannotRun('A folder needs --serve or --html')
  if (serve && html !== undefined) throw new CannotRun('Use either --serve or --html')
  if (isPage && (check || format !== 'text'))
    throw new CannotRun('--check and --format do not apply to --serve and --html')
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535))
    throw new CannotRun(`Expected a port from 0 to 65535; received ${port}`)
}
