import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'

import type { CommandContext } from '../../context.ts'

/** A configured command line. */
export interface Program {
  /** All that the settings say of it, to be shown. */
  readonly text: string
  readonly command: string
  /** Undefined for a command of the shell. */
  readonly args: readonly string[] | undefined
  readonly cwd: string
  readonly env: CommandContext['env']
}

export interface RunOptions {
  readonly timeoutMs: number
  readonly killGroup: CommandContext['killGroup']
}

/** How a program ended. */
export interface End {
  /** Null after a signal, and if there is a problem. */
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
  /** Why the program did not end by itself. */
  readonly problem?: string
}

/** Characters of output that are kept. */
const MAX_OUTPUT = 100_000

/** Runs a program with its input until it ends, or until the time limit. Ends all that it started. */
export async function runProgram(
  { command, args, cwd, env }: Omit<Program, 'text'>,
  input: string,
  { timeoutMs, killGroup }: RunOptions,
): Promise<End> {
  const output = { stdout: '', stderr: '' }
  let child: ChildProcessWithoutNullStreams | undefined
  try {
    // In a group of its own, so that the processes that a shell started can be ended, too.
    const options = { cwd, env: { ...env }, shell: args === undefined, detached: true }
    child = spawn(command, args ?? [], options)
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].setEncoding('utf8').on('data', (text: string) => {
        if (output[stream].length < MAX_OUTPUT) output[stream] += text
      })
    // EPIPE if it ends before it has read everything.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    const signal = AbortSignal.timeout(Math.ceil(timeoutMs))
    const [status] = (await once(child, 'close', { signal })) as [number | null]
    return { status, ...output }
  } catch (error) {
    const { name, message } = error as Error
    const isLate = name === 'AbortError'
    const problem = isLate ? `did not answer within ${timeoutMs / 1000} s` : `cannot be started: ${message}`
    return { status: null, ...output, problem }
  } finally {
    if (child?.pid !== undefined) killGroup(child.pid)
    for (const stream of child?.stdio ?? []) stream?.destroy()
  }
}

/** How the program ended, and the first line of its output, or the line with the error of Node.js. */
export function describeEnd({ problem, status, stdout, stderr }: End): string {
  if (problem !== undefined) return problem
  const line = firstLine(stderr) ?? firstLine(stdout)
  return `ended with ${status === null ? 'a signal' : `status ${status}`}${line === undefined ? '' : `: ${line}`}`
}

function firstLine(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return (lines.find((line) => /^\w*Error\b/.test(line)) ?? lines[0])?.slice(0, 300)
}
