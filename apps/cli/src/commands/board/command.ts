import { defineCommand, flag, text, type Values } from '../../command-line/define-command.ts'
import { CannotRun } from '../../exit-status.ts'
import { FORMAT_OPTION } from '../format-option.ts'

const ARGUMENTS = {
  folder: text('Folder that contains a folder for each wave [else the blackboard]'),
} as const

const OPTIONS = {
  format: FORMAT_OPTION,
  check: flag(
    'List only invalid artifacts, with their violations; exit with 1 if there are any, else with 3 if the plan is not complete',
  ),
  serve: flag('Serve the artifacts and the memory as a web page on 127.0.0.1, updated when a file changes'),
  port: {
    type: 'number',
    describe: 'Port for --serve; 0 for any [else 7700, or any if it is in use]',
  },
  html: text('Write the page to this file'),
  editor: text(
    'With --serve or --html: files of findings are links that open vscode, cursor, zed or idea, or an address with {file} and {line}',
  ),
} as const

export type BoardValues = Values<typeof ARGUMENTS & typeof OPTIONS>

export const command = defineCommand({
  describe: 'Show the artifacts on the blackboard and how far the plan is',
  arguments: ARGUMENTS,
  options: OPTIONS,
  run: async (values, context) => {
    rejectContradictions(values)
    if (!values.serve && values.html === undefined)
      return (await import('./list-board.ts')).listBoard(values, context)
    await (await import('./page.ts')).showPage(values, context)
    return 0
  },
})

/** @throws {CannotRun} if the options contradict each other. */
function rejectContradictions({ format, check, serve, port, html, editor }: BoardValues): void {
  const isPage = serve || html !== undefined
  if (!serve && port !== undefined) throw new CannotRun('--port needs --serve')
  if (!isPage && editor !== undefined) throw new CannotRun('--editor needs --serve or --html')
  if (serve && html !== undefined) throw new CannotRun('Use either --serve or --html')
  if (isPage && (check || format !== 'text'))
    throw new CannotRun('--check and --format do not apply to --serve and --html')
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535))
    throw new CannotRun(`Expected a port from 0 to 65535; received ${port}`)
}
