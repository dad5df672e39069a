import { parseFastArgs } from './commands/validate/fast-args.ts'
import type { CommandContext } from './context.ts'
import { loadValidate } from './load-validate.ts'

async function main(args: readonly string[]): Promise<void> {
  // EPIPE: the reader closed the pipe, as in `workbench … | head`. That is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit()
    process.stderr.write(`workbench: cannot write the output: ${error.message}\n`)
    process.exit(2)
  })
  const fastArgs = parseFastArgs(args)
  process.exitCode = fastArgs
    ? await (await loadValidate(process)).runValidate(fastArgs, context)
    : await (await import('./cli.ts')).runCli(args, context)
}

/** The streams are getters: Node creates each stream at the first access, which takes time. */
const context: CommandContext = {
  cwd: process.cwd(),
  env: process.env,
  get stdin() {
    return process.stdin
  },
  get stdout() {
    return process.stdout
  },
  get stderr() {
    return process.stderr
  },
}

// No top-level await: the bundle is CommonJS, which Node starts faster than ES modules.
void main(process.argv.slice(2))
