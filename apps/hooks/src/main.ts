import { hook } from './hook.ts'
import { readInput } from './input.ts'

// No await at the top: this is bundled as CommonJS, which Node starts faster.
void main()

async function main(): Promise<void> {
  const { text, problem } = await readInput(() => process.stdin)
  const { status, message } =
    problem === undefined
      ? await hook(text, { env: process.env, cwd: process.cwd() })
      : { status: 1, message: `workbench: the hook ${problem}` }
  if (message !== '') process.stderr.write(`${message}\n`)
  process.exitCode = status
}
