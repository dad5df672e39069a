import { defineCommand } from '../../command-line/define-command.ts'
import { CannotRun } from '../../exit-status.ts'
import { ARGUMENTS, type BoardValues, OPTIONS } from './options.ts'

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
