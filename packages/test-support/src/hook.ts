import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

import { temporaryFolder } from './temporary-folder.ts'

export const repository = fileURLToPath(new URL('../../..', import.meta.url))
export const plugin = join(repository, 'plugins', 'workbench-core')
export const program = join(plugin, 'dist', 'hook', 'hook.cjs')

export interface Result {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** Path of another copy of the hook. */
  readonly program?: string
  /** The hook is killed after this time, in milliseconds; its status is then null. 20 seconds by default. */
  readonly timeout?: number
}

/** Runs the built hook in a new process. */
export async function runHook(input: string | Uint8Array, options: RunOptions = {}): Promise<Result> {
  const child = spawn(process.execPath, [options.program ?? program], {
    cwd: options.cwd ?? tmpdir(),
    env: { PATH: process.env['PATH'], ...options.env },
    timeout: options.timeout ?? 20_000,
    killSignal: 'SIGKILL',
  })
  // EPIPE if the hook ends before it has read the whole input.
  child.stdin.on('error', () => undefined).end(input)
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { status, stdout, stderr }
}

export const silence: Result = { status: 0, stdout: '', stderr: '' }

/** Creates a project with these files, outside of this repository. */
export function projectWith(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const root = temporaryFolder()
  mkdirSync(join(root, '.git'))
  for (const [name, content] of Object.entries(files)) write(join(root, name), content)
  return root
}

/** Lets the hook forget who wrote what: all files of the working area are then new. */
export const forgetWriters = (root: string): void =>
  rmSync(join(root, '.workbench/tmp/writers.json'), { force: true })

export function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

const example = (path: string): string => readFileSync(join(repository, 'docs', 'examples', path), 'utf8')

export const validFinding = example('valid/finding.v1.json')
export const brokenFinding = example('broken/finding.v1.several-violations.json')
export const truncatedReview = example('broken/review.v1.truncated.json')
export const validFact = example('valid/fact.v1.json')

/** The PostToolUse event of Claude Code for a written file. */
export const written = (path: string, change: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({
    session_id: 's',
    hook_event_name: 'PostToolUse',
    tool_name: 'Write',
    tool_input: { file_path: path, content: '' },
    tool_response: { filePath: path, success: true },
    ...change,
  })
