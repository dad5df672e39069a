import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'

import type { CommandContext } from '../../context.ts'

/** A configured command line. */
export interface Program {
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

export interface Outcome {
  /** Null after a signal, and if there is a problem. */
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
  /** Why the program did not end by itself. */
  readonly problem?: string
}

/** Characters of output that are kept. */
const MAX_OUTPUT = 100_000

/** Runs a program until it ends, with its input. */
export const runProgram = (program: Program, input: string, options: RunOptions): Promise<Outcome> =>
  withProgram(program, options, async (running) => {
    running.child.stdin.end(input)
    const status = await new Promise<number | null>((resolve) => running.child.on('close', resolve))
    return { status, ...running.output }
  })

export interface RunningProgram {
  readonly child: ChildProcessWithoutNullStreams
  /** What it has printed. */
  readonly output: { stdout: string; stderr: string }
}

/** Starts a program, and ends it, and all that it started, after the work or after the time limit. */
export async function withProgram(
  { command, args, cwd, env }: Program,
  { timeoutMs, killGroup }: RunOptions,
  work: (program: RunningProgram) => Promise<Outcome>,
): Promise<Outcome> {
  // In a group of its own, so that the processes that a shell started can be ended, too.
  const options = { cwd, env: { ...env }, shell: args === undefined, detached: true }
  const output = { stdout: '', stderr: '' }
  let child: ChildProcessWithoutNullStreams
  try {
    child = spawn(command, args ?? [], options)
  } catch (error) {
    // Some errors are thrown, such as a null byte in an argument, or a working directory that is a file.
    return { status: null, ...output, problem: cannotBeStarted(error as Error) }
  }
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      if (output[stream].length < MAX_OUTPUT) output[stream] += text
    })
  // EPIPE if it ends before it has read everything.
  child.stdin.on('error', () => undefined)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`did not answer within ${timeoutMs / 1000} s`), timeoutMs)
  })
  const failed = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(cannotBeStarted(error)))
  })
  try {
    const result = await Promise.race([failed, late, work({ child, output })])
    return typeof result === 'string' ? { status: null, ...output, problem: result } : result
  } finally {
    clearTimeout(timer)
    if (child.pid !== undefined) killGroup(child.pid)
    for (const stream of child.stdio) stream?.destroy()
  }
}

const cannotBeStarted = (error: Error): string => `cannot be started: ${error.message}`
