import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

/** The output and the times of a process that has ended. */
export interface ProcessResult {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
  /** Elapsed time, in milliseconds. */
  readonly wall: number
  /** User and system time of the process and of its children that it has waited for, in milliseconds. */
  readonly processor: number
}

export interface RunOptions {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  /** Content of standard input. */
  readonly input?: string
  /** Whether standard input is a pipe, as in a shell, or a socket, as Node.js creates it. Default: false (socket). */
  readonly piped?: boolean
}

// Node.js has no API for the processor time of a child process. `time` of bash writes it, in milliseconds, to a separate
// file descriptor. The variables make every start of Node.js longer on some machines, and so every ratio smaller.
const timed =
  'unset NODE_EXTRA_CA_CERTS NODE_OPTIONS; TIMEFORMAT="%3R %3U %3S"; exec 4>&2; { time "$@" 2>&4 3>&- 4>&-; } 2>&3'
const timedBehindPipe = `${timed} < <(exec cat)`

/** Runs a program and measures its times with bash. Rejects if a signal ends it. */
export async function runProcess(
  command: string,
  args: readonly string[],
  { cwd, env, input = '', piped = false }: RunOptions = {},
): Promise<ProcessResult> {
  const child = spawn('bash', ['-c', piped ? timedBehindPipe : timed, 'bash', command, ...args], {
    cwd,
    env,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  })
  const exitCode = new Promise<number>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) =>
      signal ? reject(new Error(`Ended by ${signal}`)) : resolve(code ?? 0),
    )
  })
  // EPIPE is not an error: a program need not read its input.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const times = child.stdio[3] as NodeJS.ReadableStream
  const [status, stdout, stderr, took] = await Promise.all([
    exitCode,
    text(child.stdout),
    text(child.stderr),
    text(times),
  ])
  const [wall = NaN, user = NaN, system = NaN] = took.trim().split(' ').map(Number)
  return { status, stdout, stderr, wall: wall * 1000, processor: (user + system) * 1000 }
}
