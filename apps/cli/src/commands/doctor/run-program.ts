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

/** Runs a program with its input until it ends, or until the time limit in milliseconds. Ends all that it started. */
export async function runProgram(
  { command, args, cwd, env }: Program,
  input: string,
  timeoutMs: number,
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
  child.stdin.end(input)
  let timer: NodeJS.Timeout | undefined
  const end = await new Promise<Pick<Outcome, 'status' | 'problem'>>((resolve) => {
    const late = () => resolve({ status: null, problem: `did not answer within ${timeoutMs / 1000} s` })
    timer = setTimeout(late, timeoutMs)
    child.on('error', (error) => resolve({ status: null, problem: cannotBeStarted(error) }))
    child.on('close', (status: number | null) => resolve({ status }))
  })
  clearTimeout(timer)
  if (child.pid !== undefined) killGroup(child.pid)
  for (const stream of child.stdio) stream?.destroy()
  return { ...end, ...output }
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // The group has ended.
  }
}

const cannotBeStarted = (error: Error): string => `cannot be started: ${error.message}`

/** How the program ended, and the first line of its output, or the line with the error of Node.js. */
export function describeEnd({ problem, status, stdout, stderr }: Outcome): string {
  if (problem !== undefined) return problem
  const line = firstLine(stderr) ?? firstLine(stdout)
  return `ended with ${status === null ? 'a signal' : `status ${status}`}${line === undefined ? '' : `: ${line}`}`
}

function firstLine(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return (lines.find((line) => /^\w*Error\b/.test(line)) ?? lines[0])?.slice(0, 300)
}
