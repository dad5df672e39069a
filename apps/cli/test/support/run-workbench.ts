import { spawn } from 'node:child_process'
import { Readable, Writable } from 'node:stream'
import { tmpdir } from 'node:os'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

import { testsBuiltPrograms } from '@workbench/test-support/built-programs'

import { runCommand } from '../../src/run-command.ts'

export const repository = fileURLToPath(new URL('../../../..', import.meta.url))
export const program = fileURLToPath(new URL('../../dist/main.cjs', import.meta.url))

export interface Result {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

interface RunOptions {
  readonly cwd?: string
  readonly input?: string | Uint8Array
  readonly env?: Readonly<Record<string, string>>
  /** Path of a copy of the command, which runs as a process. */
  readonly program?: string
}

/**
 * Runs the command, by default in the root of the repository: in this process, or the built one as a child process if the
 * run of the tests is for the built programs.
 */
export async function workbench(args: readonly string[], options: RunOptions = {}): Promise<Result> {
  const copy = options.program ?? (testsBuiltPrograms ? program : undefined)
  if (copy !== undefined) return runProgram(copy, args, options)
  const run = lastRun.then(() => runInProcess(args, options))
  lastRun = run.catch(() => undefined)
  return run
}

async function runProgram(
  path: string,
  args: readonly string[],
  { cwd = repository, input, env }: RunOptions,
): Promise<Result> {
  const child = spawn(process.execPath, [path, ...args], { cwd, env: environment(env) })
  child.stdin.end(input)
  const exited = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), exited])
  return { status, stdout, stderr }
}

/** The current directory belongs to the process, so that commands run one after another. */
let lastRun: Promise<unknown> = Promise.resolve()

async function runInProcess(
  args: readonly string[],
  { cwd = repository, input, env }: RunOptions,
): Promise<Result> {
  const before = process.cwd()
  process.chdir(cwd)
  const [stdout, stderr] = [new Collected(), new Collected()]
  try {
    const status = await runCommand(args, {
      cwd: process.cwd(),
      env: environment(env),
      stdin: Readable.from(input === undefined ? [] : [Buffer.from(input)]),
      stdout,
      stderr,
    })
    return { status, stdout: stdout.text, stderr: stderr.text }
  } finally {
    process.chdir(before)
  }
}

const environment = (env: RunOptions['env']) => ({ PATH: process.env['PATH'], TMPDIR: tmpdir(), ...env })

class Collected extends Writable {
  readonly #chunks: Buffer[] = []

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#chunks.push(chunk)
    done()
  }

  get text(): string {
    return Buffer.concat(this.#chunks).toString('utf8')
  }
}
