import { join } from 'node:path'

import { loadCompiled } from '../../../build/code-cache/load-compiled.ts'
import { readStdin } from './read-stdin.ts'
import { runHook } from './run-hook.ts'
import type * as Validation from './validation/validation-bundle.ts'

// No top-level await: the bundle is CommonJS, which Node starts faster than an ES module.
void main()

async function main(): Promise<void> {
  const input = await readStdin()
  const { status, message } =
    'text' in input
      ? runHook(input.text, { env: process.env, cwd: process.cwd() }, loadValidation)
      : { status: 1, message: `workbench: the hook ${input.problem}` }
  if (message !== '') process.stderr.write(`${message}\n`)
  process.exitCode = status
  // process.exit() would wait for the thread that is blocked in read(2).
  if ('problem' in input && input.isReadPending) process.kill(process.pid, 'SIGKILL')
  // Faster than an orderly end. With a message, standard error must be flushed first.
  if (message === '') process.exit()
}

const loadValidation = () =>
  loadCompiled(join(import.meta.dirname, 'validation.cjs'), process) as typeof Validation
