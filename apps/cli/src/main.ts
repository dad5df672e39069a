import { parseFastArgs } from './commands/validate/fast-args.ts'
import { loadValidate } from './load-validate.ts'
import type { CommandContext } from './context.ts'

async function main(args: readonly string[]): Promise<void> {
  // A reader that has seen enough, as in `workbench … | head`, is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit()
    process.stderr.write(`workbench: cannot write the answer: ${error.message}\n`)
    process.exit(2)
  })
  const plain = parseFastArgs(args)
  process.exitCode = plain
    ? await (await loadValidate(process)).runValidate(plain, context)
    : await (await import('./cli.ts')).runCli(args, context)
}

/** Making a stream takes time, and most are not used. */
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

// No await at the top: this is bundled as CommonJS, which Node starts faster.
void main(process.argv.slice(2))
