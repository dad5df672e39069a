import { defineCommand } from '../../command-line/define-command.ts'
import { CannotRun } from '../../exit-status.ts'
import { rejectEmptyPaths } from '../../paths.ts'
import { ARGUMENTS, type BoardValues, OPTIONS } from './options.ts'

export const command = defineCommand({
  describe: 'Show the artifacts on the blackboard and how far the plan is',
  arguments: ARGUMENTS,
  options: OPTIONS,
  run: async (values, context) => {
    rejectContradictions(values)
    const { serve, html } = values
    if (serve || html !== undefined) {
      const { showPage } = await import('./page.ts')
      await showPage(values, context)
      return 0
    }
    const { listBoard } = await import('./list-board.ts')
    return listBoard(values, context)
  },
})

/** @throws {CannotRun} if the options contradict each other, or if a path is empty. */
function rejectContradictions(values: BoardValues): void {
  const { folder, format, check, serve, port, html, editor } = values
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
