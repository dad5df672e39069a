import { spawn } from 'node:child_process'
import { buffer } from 'node:stream/consumers'

import type { Agent } from './rounds.ts'

/** Exit status of a shell that does not find the command. */
const NOT_FOUND = 127

/**
 * An agent that is a program, started by a shell for each case. It reads `{ contract, text, answer: { violations } }` as
 * JSON on standard input and writes the artifact to standard output. What it writes counts, whatever its exit status is.
 */
export const commandAgent =
  (command: string): Agent =>
  async ({ contract, text: broken }, answer) => {
    const written = await run(
      command,
      JSON.stringify({ contract, text: broken, answer: { violations: answer.violations } }),
    )
    return { text: written, value: parsed(written), textMistakes: [] }
  }

async function run(command: string, input: string): Promise<string> {
  const child = spawn(command, { shell: true, stdio: ['pipe', 'pipe', 'inherit'] })
  const exit = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  // EPIPE is not an error: a program need not read its input.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const [status, output] = await Promise.all([exit, buffer(child.stdout)])
  if (status === NOT_FOUND) throw new Error(`Cannot run the agent: the shell does not find ${command}`)
  // Unlike a TextDecoder, this keeps a byte-order mark.
  return output.toString()
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
