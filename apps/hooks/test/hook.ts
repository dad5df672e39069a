import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

export const repository = fileURLToPath(new URL('../../..', import.meta.url))
export const plugin = join(repository, 'plugins', 'workbench-core')
const program = join(plugin, 'dist', 'hook', 'hook.cjs')

export interface Ending {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Start {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** Another copy of the hook. */
  readonly program?: string
}

/** A hook that has not answered by then hangs, and is killed: its status is null. Within a test's five seconds. */
const HANGS_AFTER = 4500

/** Runs the built hook as a process of its own, with this on standard input. */
export async function runHook(input: string | Uint8Array, start: Start = {}): Promise<Ending> {
  const child = spawn(process.execPath, [start.program ?? program], {
    cwd: start.cwd ?? tmpdir(),
    env: { PATH: process.env['PATH'], ...start.env },
    timeout: HANGS_AFTER,
    killSignal: 'SIGKILL',
  })
  // A hook that does not read all of it closes the pipe.
  child.stdin.on('error', () => undefined).end(input)
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { status, stdout, stderr }
}

export const silence: Ending = { status: 0, stdout: '', stderr: '' }

/** A project outside of this repository, with these files. */
export function projectWith(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'workbench-')))
  mkdirSync(join(root, '.git'))
  for (const [name, content] of Object.entries(files)) write(join(root, name), content)
  return root
}

export function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

const example = (path: string): string => readFileSync(join(repository, 'docs', 'examples', path), 'utf8')

export const validFinding = example('valid/finding.v1.json')
export const brokenFinding = example('broken/finding.v1.several-violations.json')
export const truncatedReview = example('broken/review.v1.truncated.json')
export const validFact = example('valid/fact.v1.json')

/** An event of Claude Code after a tool has written a file. */
export const written = (path: string, change: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({
    session_id: 's',
    hook_event_name: 'PostToolUse',
    tool_name: 'Write',
    tool_input: { file_path: path, content: '' },
    tool_response: { filePath: path, success: true },
    ...change,
  })
