import {
  ContractDirectoryError,
  isSystemError,
  reasonOf,
  SchemaError,
  UnknownContractError,
} from '@workbench/contracts'
import yargs from 'yargs'

import manifest from '../package.json' with { type: 'json' }
import { boardCommand } from './commands/board/command.ts'
import { contractsCommand } from './commands/contracts/command.ts'
import { factsCommand } from './commands/facts/command.ts'
import { validateCommand } from './commands/validate/command.ts'
import { completeContractIds } from './completion.ts'
import { CannotRun, type ExitStatus } from './exit-status.ts'
import type { Terminal } from './terminal.ts'

/** Runs one command line. Never throws for what a caller can mend: that is told on stderr, and the status is 2. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitStatus> {
  let status: ExitStatus = 0
  const exitWith = (code: ExitStatus) => {
    status = code
  }
  try {
    await commandLine(args, terminal, exitWith)
    return status
  } catch (error) {
    const reason = mendable(error)
    if (reason === undefined) throw error
    terminal.stderr.write(`workbench: ${reason}\n`)
    return 2
  }
}

async function commandLine(
  args: readonly string[],
  terminal: Terminal,
  exitWith: (status: ExitStatus) => void,
): Promise<void> {
  await yargs()
    .scriptName('workbench')
    .usage('$0 <command>\n\nChecks the JSON artifacts that agents hand each other against their contracts.')
    .option('schemas', {
      type: 'string',
      requiresArg: true,
      global: true,
      describe: 'Directory of the contract files [else WORKBENCH_SCHEMAS, the project, or the built-in ones]',
    })
    .command(validateCommand(terminal, exitWith))
    .command(contractsCommand(terminal, exitWith))
    .command(boardCommand(terminal))
    .command(factsCommand(terminal))
    .completion(
      'completion',
      'Print a script that completes this command in your shell',
      completeContractIds(terminal),
    )
    .demandCommand(1, 'Name a command')
    .parserConfiguration({ 'parse-positional-numbers': false, 'duplicate-arguments-array': false })
    .strictCommands()
    .strictOptions()
    .recommendCommands()
    .wrap(Math.min(terminal.stdout.columns ?? 100, 120))
    .version(manifest.version)
    .epilogue('Exit status: 0 all valid, 1 an artifact has violations, 2 it could not run.')
    .exitProcess(false)
    .fail((message: string | undefined, error: Error | undefined) => {
      if (error && error.name !== 'YError') throw error
      const reason = message ?? error?.message ?? 'the command line was not understood'
      throw new CannotRun(`${reason}; see workbench --help`)
    })
    .parseAsync(args, {}, (_error, _argv, output) => {
      if (output) terminal.stdout.write(`${output}\n`)
    })
}

/** What a caller can mend, in words; undefined for a fault of this program. */
function mendable(error: unknown): string | undefined {
  if (isSystemError(error)) return `${error.path ?? 'the file system'}: ${reasonOf(error, 'write')}`
  if (!(error instanceof Error)) return undefined
  const isExpected = [CannotRun, SchemaError, UnknownContractError, ContractDirectoryError].some(
    (kind) => error instanceof kind,
  )
  return isExpected || isSystemError(error.cause) ? error.message : undefined
}
