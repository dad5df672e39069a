import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

/** A process that ran to its end: what it wrote, and what it took. */
export interface Ran {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
  /** From its start to its end, in milliseconds. */
  readonly wall: number
  /** Processor time of it and of the processes that it waited for, in milliseconds. */
  readonly processor: number
}

export interface RunOptions {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  /** What it reads on its standard input. */
  readonly input?: string
  /** Whether that comes through a pipe, as a shell makes it, and not through a socket, as Node makes it; default false. */
  readonly piped?: boolean
}

// Node tells nobody what its children took. The `time` of bash does, to the millisecond, on a descriptor of its own.
const timed = 'TIMEFORMAT="%3R %3U %3S"; exec 4>&2; { time "$@" 2>&4 3>&- 4>&-; } 2>&3'
const timedBehindPipe = `${timed} < <(exec cat)`

/** Runs a program to its end, measured from outside. Needs bash. */
export async function runProcess(
  command: string,
  args: readonly string[],
  { cwd, env, input = '', piped = false }: RunOptions = {},
): Promise<Ran> {
  const child = spawn('bash', ['-c', piped ? timedBehindPipe : timed, 'bash', command, ...args], {
    cwd,
    env,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  })
  const ended = new Promise<number>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) =>
      signal ? reject(new Error(`Ended by ${signal}`)) : resolve(code ?? 0),
    )
  })
  // A program need not read its input.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const times = child.stdio[3] as NodeJS.ReadableStream
  const [status, stdout, stderr, took] = await Promise.all([
    ended,
    text(child.stdout),
    text(child.stderr),
    text(times),
  ])
  const [wall = NaN, user = NaN, system = NaN] = took.trim().split(' ').map(Number)
  return { status, stdout, stderr, wall: wall * 1000, processor: (user + system) * 1000 }
}
