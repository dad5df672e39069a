import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const inRepository = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url))

/** The built programs. */
export const COMMAND = inRepository('apps/cli/dist/main.cjs')
export const HOOK = inRepository('plugins/workbench-core/dist/hook/hook.cjs')
export const SERVER = inRepository('plugins/workbench-core/dist/mcp/mcp.js')

/** A program that takes longer is killed; its status is then null. */
const TIMEOUT_MS = 60_000

export interface ProgramResult {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

interface RunOptions {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly input?: string | Uint8Array
}

/** Runs a program in a process of its own. */
export async function runProgram(
  command: string,
  args: readonly string[],
  { input, ...options }: RunOptions,
): Promise<ProgramResult> {
  const child = spawn(command, args, { ...options, timeout: TIMEOUT_MS, killSignal: 'SIGKILL' })
  // EPIPE if the program ends before it has read its input.
  child.stdin.on('error', () => undefined).end(input)
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { status, stdout, stderr }
}
