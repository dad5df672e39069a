import { createReadStream, fstatSync } from 'node:fs'
import { createRequire } from 'node:module'

import { AGENT_PROGRAMS } from '@workbench/agents/install'
import { nodeProblem } from '@workbench/agents/node-version'

import { findAgentProgram } from './find-agent-program.ts'
import type { CommandContext } from './context.ts'
import { withoutWorkflowCommands } from './output/workflow-commands.ts'
import { runCommand } from './run-command.ts'

/** The exit status of a process that SIGPIPE ends. It is not 0, because nothing is known of what was not printed. */
const CLOSED_PIPE = 141

async function main(args: readonly string[]): Promise<void> {
  const problem = nodeProblem(process.versions.node)
  // The hook tells it to its agent.
  if (problem !== undefined && args[0] !== 'hook') {
    context.stderr.write(`workbench: ${problem}\n`)
    process.exit(2)
  }
  if (args.length === 1 && becomeAgentProgram(args[0] ?? '')) return
  process.on('uncaughtException', exitWithInternalError)
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // The reader closed the pipe, as in `workbench … | head`.
    if (error.code === 'EPIPE') process.exit(CLOSED_PIPE)
    context.stderr.write(`workbench: cannot write the output: ${error.message}\n`)
    process.exit(2)
  })
  requireCurrentDirectory()
  process.exitCode = await runCommand(args, context)
}

/** Runs the program of `workbench hook` or `workbench mcp` in this process, as if Node had started it. */
function becomeAgentProgram(name: string): boolean {
  const known = AGENT_PROGRAMS.find((program) => program === name)
  const file = known && findAgentProgram(known)
  if (file === undefined) return false
  process.argv.splice(1, 2, file)
  createRequire(file)(file)
  return true
}

/** Node's own status for an uncaught error is 1, which means that an artifact has violations. */
function exitWithInternalError(error: unknown): void {
  // A module of this program could not be read.
  if (error instanceof Error && 'code' in error && error.code === 'EMFILE') {
    context.stderr.write(
      'workbench: this process has too many open files; raise the limit (ulimit -n) and retry\n',
    )
    process.exit(2)
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  // Foreign text in the message may neither control the terminal nor be a workflow command.
  const safe = withoutWorkflowCommands(text.replaceAll(/[^\P{C}\n]|[\p{Zl}\p{Zp}]/gu, '?'))
  context.stderr.write(`workbench: internal error, please report it: ${safe}\n`)
  process.exit(2)
}

/** Ends the process if its current directory was deleted. Modules that are loaded later call `process.cwd()`, too. */
function requireCurrentDirectory(): void {
  try {
    process.cwd()
  } catch {
    context.stderr.write('workbench: the current directory does not exist; change to another one\n')
    process.exit(2)
  }
}

/** The streams are getters: Node creates each stream at the first access, which takes time. */
const context: CommandContext = {
  get cwd() {
    return process.cwd()
  },
  env: process.env,
  get stdin() {
    // For a directory, process.stdin is an empty stream; reading the descriptor fails with EISDIR.
    return fstatSync(0).isDirectory() ? createReadStream('', { fd: 0 }) : process.stdin
  },
  get stdout() {
    return process.stdout
  },
  get stderr() {
    // Without a listener, an error of a closed pipe would end the process with another status than the command's.
    if (process.stderr.listenerCount('error') === 0) process.stderr.on('error', () => undefined)
    return process.stderr
  },
  killGroup: (leader) => {
    try {
      process.kill(-leader, 'SIGKILL')
    } catch {
      // The group has ended.
    }
  },
}

// No top-level await: the bundle is CommonJS, which Node starts faster than ES modules.
void main(process.argv.slice(2))
