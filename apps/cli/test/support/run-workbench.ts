import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

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
  /** Path of another copy of the command. */
  readonly program?: string
}

/** Runs the built command as a child process, by default in the root of the repository. */
export async function workbench(
  args: readonly string[],
  { cwd = repository, input, env, program: copy = program }: RunOptions = {},
): Promise<Result> {
  const child = spawn(process.execPath, [copy, ...args], {
    cwd,
    env: { PATH: process.env['PATH'], TMPDIR: tmpdir(), ...env },
  })
  child.stdin.end(input)
  const exited = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), exited])
  return { status, stdout, stderr }
}
