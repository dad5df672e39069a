import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { createClient, type TestClient } from '../requests/client.ts'

const DIST = fileURLToPath(new URL('../../../dist/', import.meta.url))

/** A running program of the build. */
export interface Program {
  child: ChildProcess
  /** Its output so far. */
  output: { stdout: string; stderr: string }
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>
}

export interface ServerProcess extends Program, TestClient {}

/** Runs a program of the build in a directory, with only these environment variables. */
export function runProgram(
  name: 'main' | 'migrate' | 'distribute' | 'key',
  directory: string,
  settings: Record<string, string>,
  words: string[] = [],
  dist = DIST,
): Program {
  const child = spawn(process.execPath, [join(dist, `${name}.js`), ...words], {
    cwd: directory,
    env: { PATH: process.env['PATH'], ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => (output.stdout += String(chunk)))
  child.stderr.on('data', (chunk) => (output.stderr += String(chunk)))
  const ended = once(child, 'close').then(
    ([code, signal]) => (code as number | null) ?? (signal as NodeJS.Signals | null),
  )
  return { child, output, ended }
}

/** Runs the server on a free port, and waits until it prints its URL. Throws if it exits instead. */
export async function startServer(
  directory: string,
  settings: Record<string, string> = {},
  dist = DIST,
): Promise<ServerProcess> {
  const program = runProgram('main', directory, { PORT: '0', ...settings }, [], dist)
  const found = new Promise<string>((resolve) => {
    const look = (): void => {
      const origin = /API (http:\S+)\/api\/v1|"api":"(http:[^"]+)\/api\/v1"/.exec(program.output.stdout)
      if (origin) resolve(origin[1] ?? origin[2] ?? '')
    }
    program.child.stdout?.on('data', look)
  })
  const origin = await Promise.race([found, program.ended])
  if (typeof origin === 'string' && origin.startsWith('http')) return { ...program, ...createClient(origin) }
  throw new Error(`The server exited with ${String(origin)}: ${program.output.stderr}`)
}

/** Sends a signal and waits for the exit. */
export async function end(
  program: Program,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<number | NodeJS.Signals | null> {
  program.child.kill(signal)
  return program.ended
}

/** A temporary directory. Every user may enter it, because PostgreSQL may run as another user. */
export async function makeDirectory(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'workbench-api-'))
  await chmod(path, 0o755)
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/** The unexpected errors of a server after a database failure: its exit, output on stderr, and log lines of level error. */
export function unexpectedErrorsOf({ child, output }: ServerProcess): string[] {
  const errors = output.stdout.split('\n').filter((line) => /"level":[56]0/.test(line))
  return [
    ...(child.exitCode === null && child.signalCode === null ? [] : ['The server has exited']),
    ...(output.stderr === '' ? [] : [output.stderr]),
    ...errors,
  ]
}
