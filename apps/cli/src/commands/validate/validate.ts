import { openContracts, printable } from '@workbench/contracts'

import { endingOf } from '../../ending.ts'
import type { ExitStatus } from '../../exit-status.ts'
import { makeReporter } from '../../reporters/reporters.ts'
import { caughtUp, type Terminal } from '../../terminal.ts'
import { filesOf, readInput } from './inputs.ts'
import { startProgress } from './progress.ts'
import { type Arguments, requestFrom } from './request.ts'

/** The command by itself, for a command line that yargs need not read. */
export const runValidate = (args: Arguments, terminal: Terminal): Promise<ExitStatus> =>
  endingOf(() => validate(args, terminal), terminal)

/** Judges each file by the contract. A file that cannot be read is told, and the others are judged all the same. */
export async function validate(args: Arguments, terminal: Terminal): Promise<ExitStatus> {
  const request = requestFrom(args)
  const { id, format, directory } = request
  const contract = openContracts({ directory, env: terminal.env, cwd: terminal.cwd }).get(id)
  if (format === 'ndjson') {
    const { validateLines } = await import('./ndjson.ts')
    return validateLines(contract, request, terminal)
  }
  const reporter = await makeReporter(format, terminal)
  const progress = await startProgress(request, terminal)
  let status: ExitStatus = 0
  for await (const files of filesOf(request, terminal)) {
    for (const file of files) {
      const reading = readInput(file, terminal)
      const input = reading instanceof Promise ? await reading : reading
      if ('error' in input) {
        status = 2
        terminal.stderr.write(`workbench: cannot read ${printable(file)}: ${input.error}\n`)
        reporter.add({ file, schema: id, error: input.error })
      } else {
        const verdict = contract.validateText(input.bytes)
        if (!verdict.valid && status === 0) status = 1
        reporter.add({ file, schema: id, verdict })
      }
      if (terminal.stdout.writableNeedDrain) await caughtUp(terminal.stdout)
      progress.advance()
    }
  }
  progress.stop()
  reporter.end()
  return status
}
