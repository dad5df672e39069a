import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'

import { unprivileged } from '@workbench/test-support/unreadable-paths'
import { bundled } from '../programs.ts'
import { draft, request, schemas } from '../project.ts'
import { temporaryFolder } from '@workbench/test-support/temporary-folder'
import { canMount, inMountNamespace } from '@workbench/test-support/mount-namespace'

const SMALL = 10
/** More than the free space of the full disk, in characters. */
const LARGE = 300_000

/** A folder that every user can write to. */
const shared = temporaryFolder(0o777)
const program = join(shared, 'write-once.mjs')
cpSync(schemas, join(shared, 'schemas'), { recursive: true, dereference: true })
cpSync(bundled('write-once'), program)

interface Outcome {
  /** Outcomes of the writes of an artifact and of a fact: `written`, or the error. */
  readonly outcomes: readonly string[]
  /** Length of the text in the artifact that exists afterwards. */
  readonly length: number
}

interface Failure {
  readonly what: string
  /** Lines of bash that prepare, cause and remove the failure. $ROOT is the project's root. */
  readonly prepare?: string
  readonly cause: string
  readonly remove: string
  readonly message: RegExp
  readonly isMount?: boolean
}

const failures: readonly Failure[] = [
  {
    what: 'the file is larger than RLIMIT_FSIZE',
    cause: 'ulimit -S -f 100',
    remove: 'ulimit -S -f unlimited',
    message: /^WorkingAreaError: Cannot write \.workbench\/\S+: the file would exceed the file size limit/,
  },
  {
    what: 'the folder is not writable',
    cause: 'chmod 555 "$ROOT"/.workbench/tmp',
    remove: 'chmod 755 "$ROOT"/.workbench/tmp',
    message: /^WorkingAreaError: Cannot write \.workbench\/\S+: write permission denied/,
  },
  {
    what: 'the disk is full',
    prepare: 'mount -t tmpfs -o size=4m none "$ROOT"',
    cause: 'head -c 4m /dev/zero > "$ROOT"/filler 2> /dev/null || truncate -s -100k "$ROOT"/filler',
    remove: 'rm "$ROOT"/filler',
    message: /^WorkingAreaError: Cannot write \.workbench\/\S+: the disk is full; free some space and retry$/,
    isMount: true,
  },
  {
    what: 'the file system is read-only',
    prepare: 'mount -t tmpfs none "$ROOT"',
    cause: 'mount -o remount,bind,ro "$ROOT"',
    remove: 'mount -o remount,bind,rw "$ROOT"',
    message: /^WorkingAreaError: Cannot write \.workbench\/\S+: the file system is read-only/,
    isMount: true,
  },
]

/** Writes a small text, a large one while the failure lasts, and a large one again. */
function outcomesOf({ prepare = ':', cause, remove, isMount }: Failure, root: string) {
  const run = (length: number) => `"$NODE" "$PROGRAM" "$TASK" ${length}`
  const list = 'ls -A "$ROOT"/.workbench/tmp "$ROOT"/.workbench/memory | tr "\\n" " "; echo'
  const script = ['set -e', prepare, run(SMALL), cause, run(LARGE), list, remove, run(LARGE), list].join('\n')
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

describe('writeArtifact() and writeFact()', () => {
  // Without mounts, the limit on the size of files still stops a write after its first bytes, as a full disk does.
  it.each(failures.filter(({ isMount }) => canMount || isMount !== true))(
    'throw a WorkingAreaError, keep the existing files and leave no temporary file if $what',
    (failure) => {
      const root = temporaryFolder(0o777)
      const { small, failed, during, again, after } = outcomesOf(failure, root)
      expect(small).toEqual({ outcomes: written, length: SMALL })
      expect(failed.outcomes).toEqual([
        expect.stringMatching(failure.message),
        expect.stringMatching(failure.message),
      ])
      expect(failed.length).toBe(SMALL)
      expect(during).toMatch(/memory: fact-\d{17}\.json +\S+\/tmp: *$/)
      expect(again).toEqual({ outcomes: written, length: LARGE })
      expect(after).toMatch(/memory: fact-\d{17}\.json fact-\d{17}\.json +\S+\/tmp: *$/)
    },
  )
})

if (!canMount)
  process.stderr.write(
    'write-errors.test.ts: this user may not mount a tmpfs; ENOSPC and EROFS are not tested\n',
  )
