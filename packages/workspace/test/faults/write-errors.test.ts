import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { unprivileged } from '../../../contracts/test/faults/unreadable-paths.ts'
import { bundled } from '../programs.ts'
import { draft, request, schemas } from '../project.ts'
import { canMount, inMountNamespace } from './mount-namespace.ts'

const SMALL = 10
/** More than is left on the full disk, in characters. */
const LARGE = 300_000

/** Folders that every user can reach, and write to. */
function openFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'workbench-')))
  chmodSync(folder, 0o777)
  return folder
}

const shared = openFolder()
const program = join(shared, 'write-once.mjs')
cpSync(schemas, join(shared, 'schemas'), { recursive: true, dereference: true })
cpSync(bundled('write-once'), program)

interface Outcome {
  /** How the writing of an artifact and of a fact ended. */
  readonly endings: readonly string[]
  /** Length of the text in the artifact that stands there afterwards, which is whole. */
  readonly kept: number
}

interface Fault {
  readonly what: string
  /** Lines of bash: before anything, what breaks the writing, and what mends it. $ROOT is the project's root. */
  readonly before?: string
  readonly breaks: string
  readonly mends: string
  readonly says: RegExp
  readonly isMount?: boolean
}

const faults: readonly Fault[] = [
  {
    what: 'a file may not become so large',
    breaks: 'ulimit -S -f 100',
    mends: 'ulimit -S -f unlimited',
    says: /^WorkingAreaError: Cannot write \.workbench\/\S+: the file would exceed the file size limit/,
  },
  {
    what: 'writing is not permitted',
    breaks: 'chmod 555 "$ROOT"/.workbench/tmp',
    mends: 'chmod 755 "$ROOT"/.workbench/tmp',
    says: /^WorkingAreaError: Cannot write \.workbench\/\S+: write permission denied/,
  },
  {
    what: 'the disk is full',
    before: 'mount -t tmpfs -o size=4m none "$ROOT"',
    breaks: 'head -c 4m /dev/zero > "$ROOT"/filler 2> /dev/null || truncate -s -100k "$ROOT"/filler',
    mends: 'rm "$ROOT"/filler',
    says: /^WorkingAreaError: Cannot write \.workbench\/\S+: the disk is full; free some space and retry$/,
    isMount: true,
  },
  {
    what: 'the file system is read-only',
    before: 'mount -t tmpfs none "$ROOT"',
    breaks: 'mount -o remount,bind,ro "$ROOT"',
    mends: 'mount -o remount,bind,rw "$ROOT"',
    says: /^WorkingAreaError: Cannot write \.workbench\/\S+: the file system is read-only/,
    isMount: true,
  },
]

/** Writes a small text, then a large one while the fault is there, then a large one again. */
function outcomesOf({ before = ':', breaks, mends, isMount }: Fault, root: string) {
  const run = (length: number) => `"$NODE" "$PROGRAM" "$TASK" ${length}`
  const list = 'ls -A "$ROOT"/.workbench/tmp "$ROOT"/.workbench/memory | tr "\\n" " "; echo'
  const script = ['set -e', before, run(SMALL), breaks, run(LARGE), list, mends, run(LARGE), list].join('\n')
  const [file, ...args] = isMount ? inMountNamespace(script) : ['bash', '--norc', '-c', script]
  const output = execFileSync(file, args, {
    encoding: 'utf8',
    cwd: '/',
    env: {
      PATH: process.env['PATH'],
      NODE: process.execPath,
      PROGRAM: program,
      TASK: JSON.stringify({ root, schemas: join(shared, 'schemas'), request: request(), draft: draft() }),
      ROOT: root,
    },
    ...(isMount ? {} : unprivileged),
  })
  const [small = '', failed = '', during, again = '', after] = output.split('\n')
  const parsed = (line: string) => JSON.parse(line) as Outcome
  return { small: parsed(small), failed: parsed(failed), during, again: parsed(again), after }
}

const written = ['written', 'written']

describe('where', () => {
  // Without mounts, the limit on the size of files still stops a write after its first bytes, as a full disk does.
  it.each(faults.filter(({ isMount }) => canMount || isMount !== true))(
    '$what, a write says so, nothing is lost or half written, and the next one works',
    (fault) => {
      const root = openFolder()
      const { small, failed, during, again, after } = outcomesOf(fault, root)
      expect(small).toEqual({ endings: written, kept: SMALL })
      expect(failed.endings).toEqual([expect.stringMatching(fault.says), expect.stringMatching(fault.says)])
      expect(failed.kept).toBe(SMALL)
      expect(during).toMatch(/memory: fact-0001\.json +\S+\/tmp: $/)
      expect(again).toEqual({ endings: written, kept: LARGE })
      expect(after).toMatch(/memory: fact-0001\.json fact-0002\.json +\S+\/tmp: $/)
    },
  )
})

if (!canMount)
  process.stderr.write('writing.test.ts: this user may not mount a tmpfs; ENOSPC and EROFS are not tested\n')
