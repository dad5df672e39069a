import { openContracts, printable } from '@workbench/contracts'

import type { ExitStatus } from '../../exit-status.ts'
import type { Format } from '../../reporters/formats.ts'
import type { Result } from '../../reporters/reporter.ts'
import { makeReporter } from '../../reporters/reporters.ts'
import type { Terminal } from '../../terminal.ts'
import { readInputs } from './inputs.ts'
import { startProgress } from './progress.ts'

export interface ValidateRequest {
  readonly id: string
  /** Paths from the current directory; `-` is standard input. */
  readonly files: readonly string[]
  readonly format: Format
  /** Directory of the contracts, where one was named. */
  readonly directory: string | undefined
}

/** Judges each file by the contract. A file that cannot be read is told, and the others are judged all the same. */
export async function validate(request: ValidateRequest, terminal: Terminal): Promise<ExitStatus> {
  const { id, files, format, directory } = request
  const contract = openContracts({ directory, env: terminal.env, cwd: terminal.cwd }).get(id)
  const reporter = makeReporter(format, terminal)
  const progress = startProgress(files.length, terminal)
  let status: ExitStatus = 0
  for await (const input of readInputs(files, terminal)) {
    const result: Result =
      'error' in input
        ? { file: input.file, schema: id, error: input.error }
        : { file: input.file, schema: id, verdict: contract.validateText(input.bytes) }
    if ('error' in result) {
      status = 2
      terminal.stderr.write(`workbench: cannot read ${printable(result.file)}: ${result.error}\n`)
    }
    if ('verdict' in result && !result.verdict.valid && status === 0) status = 1
    reporter.add(result)
    progress.advance()
  }
  progress.stop()
  reporter.end()
  return status
}
