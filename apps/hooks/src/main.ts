import { join } from 'node:path'

import { loadCompiled } from '../../../build/code-cache/load-compiled.ts'
import { runHook } from './run-hook.ts'
import { readStdin } from './read-stdin.ts'
import type * as Validation from './validation/validation-bundle.ts'

// No await at the top: this is bundled as CommonJS, which Node starts faster.
void main()

async function main(): Promise<void> {
  const { text, problem, isWaiting } = await readStdin()
  const { status, message } =
    problem === undefined
      ? runHook(text, { env: process.env, cwd: process.cwd() }, loadValidation)
      : { status: 1, message: `workbench: the hook ${problem}` }
  if (message !== '') process.stderr.write(`${message}\n`)
  process.exitCode = status
  // Nothing else ends a process of which a thread waits.
  if (isWaiting) process.kill(process.pid, 'SIGKILL')
  // Ending by itself, Node would take everything down piece by piece.
  if (message === '') process.exit()
}

const loadValidation = () =>
  loadCompiled(join(import.meta.dirname, 'validation.cjs'), process) as typeof Validation
