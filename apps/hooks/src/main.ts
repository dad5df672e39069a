import { join } from 'node:path'

import { loadCompiled } from '../../../build/code-cache/load-compiled.ts'
import { hook } from './hook.ts'
import { readInput } from './input.ts'
import type * as Verdicts from './verdicts.ts'

// No await at the top: this is bundled as CommonJS, which Node starts faster.
void main()

async function main(): Promise<void> {
  const { text, problem, isWaiting } = await readInput()
  const { status, message } =
    problem === undefined
      ? hook(text, { env: process.env, cwd: process.cwd() }, loadVerdicts)
      : { status: 1, message: `workbench: the hook ${problem}` }
  if (message !== '') process.stderr.write(`${message}\n`)
  process.exitCode = status
  // Nothing else ends a process of which a thread waits.
  if (isWaiting) process.kill(process.pid, 'SIGKILL')
  // Ending by itself, Node would take everything down piece by piece.
  if (message === '') process.exit()
}

const loadVerdicts = () => loadCompiled(join(import.meta.dirname, 'verdicts.cjs'), process) as typeof Verdicts
