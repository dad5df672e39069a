import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

import { canMount, inMountNamespace } from '@workbench/test-support/mount-namespace'
import { temporaryFolder } from '@workbench/test-support/temporary-folder'
import { unprivileged } from '@workbench/test-support/unreadable-paths'
import { repository } from '../support/run-workbench.ts'

/** A copy of the programs that the unprivileged user can read. */
const programs = temporaryFolder(0o755)
cpSync(join(repository, 'apps', 'cli', 'dist', 'package'), programs, { recursive: true })

/** A finding that `fix` changes, and that is larger than a page of a disk. */
const FINDING = JSON.stringify({
  schema: 'finding.v1',
  producedBy: 'auditor',
  id: '1',
  severity: 'High',
  title: 'A title',
  summary: 'x'.repeat(5000),
  failureScenario: 'It fails',
  confidence: 'high',
})

/** Everything in a project and beside it. Its settings of Claude Code have to be changed, not created. */
const FILES = {
  'p/.workbench/blackboard/w1/a.json': FINDING,
  'p/.claude/settings.json': '{}',
  'p/docs/contracts/README.md':
    'Made from the contract files by `workbench contracts docs`; edit those instead.',
  'p/docs/contracts/finding.v1.md': 'old',
  'p/docs/contracts/removed.v1.md': 'old',
  'p/out/bundle.json': 'old',
  'p/out/report.html': 'old',
  'outside/a.json': FINDING,
}

/** A program with its arguments, and a file that it replaces or creates. */
const WRITERS: readonly (readonly [commandLine: string, file: string])[] = [
  ['main.cjs contracts bundle out/bundle.json', 'out/bundle.json'],
  ['main.cjs contracts docs', 'docs/contracts/finding.v1.md'],
  ['main.cjs contracts new memo', 'plugins/workbench-core/schemas/memo.v1.schema.json'],
  ['main.cjs board --html out/report.html', 'out/report.html'],
  ['main.cjs init --agent claude --pre-commit --ci github --write', '.claude/settings.json'],
  ['main.cjs fix --write .workbench', '.workbench/blackboard/w1/a.json'],
  ['main.cjs fix --write .workbench/blackboard/w1/a.json', '.workbench/blackboard/w1/a.json'],
  ['fix.cjs .workbench/blackboard/w1/a.json', '.workbench/blackboard/w1/a.json'],
]

function newProject() {
  const folder = temporaryFolder(0o755)
  mkdirSync(join(folder, 'p/.git'), { recursive: true })
  for (const [name, text] of Object.entries(FILES)) write(join(folder, name), text)
  return { folder, root: join(folder, 'p'), outside: join(folder, 'outside') }
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

const ENVIRONMENT = { PATH: process.env['PATH'], NODE: process.execPath, PROGRAMS: programs }

function run(commandLine: string, cwd: string, options: object = {}) {
  const [program = '', ...args] = commandLine.split(' ')
  const words = [join(programs, program), ...args]
  const { status, stderr } = spawnSync(process.execPath, words, { cwd, encoding: 'utf8', ...options })
  return { status, stderr }
}

/** The texts of the files below a folder, and the names of its folders and links. */
function contentOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return Object.fromEntries(
    names.map((name) => {
      const path = join(folder, name)
      return [name, lstatSync(path).isFile() ? readFileSync(path, 'utf8') : 'no file']
    }),
  )
}

const OTHER_USER = 'the file belongs to another user'

const causes: readonly (readonly [string, (path: string) => void])[] = [
  ['the file is read-only', (path) => chmodSync(path, 0o444)],
  ['the folder is not writable', (path) => chmodSync(dirname(path), 0o555)],
  // Only root can make a file of another user.
  ...(process.getuid?.() === 0 ? [[OTHER_USER, (path: string) => chmodSync(path, 0o646)] as const] : []),
]

const replacing = WRITERS.filter(([commandLine]) => !commandLine.includes(' new '))

describe.each(replacing)('%s', (commandLine, file) => {
  it('writes the target of a link in the project, and keeps its mode and its owner, but not its hard links', () => {
    const { root } = newProject()
    const [path, target, other] = [join(root, file), join(root, 'shared/a'), join(root, 'shared/b')]
    write(target, readFileSync(path, 'utf8'))
    chmodSync(target, 0o640)
    // root keeps the owner; another user has no other files.
    if (process.getuid?.() === 0) chownSync(target, 1234, 1234)
    linkSync(target, other)
    removeFile(path)
    symlinkSync(target, path)
    const before = stateOf(target)
    expect(run(commandLine, root).status).not.toBe(2)
    expect(lstatSync(path).isSymbolicLink()).toBe(true)
    expect(stateOf(target)).toEqual(before)
    expect(statSync(target).nlink).toBe(1)
  })
})

describe.each(WRITERS)('%s', (commandLine, file) => {
  it.each<[string, (path: string, outside: string) => void]>([
    ['is a link', (path, outside) => symlinkSync(join(outside, 'a.json'), path)],
    ['is a link to a link', linkTwice],
    ['is a link to nothing', (path, outside) => symlinkSync(join(outside, 'missing.json'), path)],
    ['is in a folder that is a link', linkFolder],
  ])('writes nothing out of the project if the file %s, and exits with 2', (_, link) => {
    const { root, outside } = newProject()
    const path = join(root, file)
    removeFile(path)
    link(path, outside)
    const before = contentOf(outside)
    const { status, stderr } = run(commandLine, root)
    expect(contentOf(outside)).toEqual(before)
    expect(status).toBe(2)
    expect(stderr).toMatch(/^workbench: .+\n/)
  })

  it.each(causes)('changes nothing and names a file if %s', (what, cause) => {
    const { folder, root } = newProject()
    const path = join(root, file)
    write(path, commandLine.includes(' new ') ? '' : readFileSync(path, 'utf8'))
    own(folder, what === OTHER_USER ? path : undefined)
    cause(path)
    const before = contentOf(folder)
    const { status, stderr } = run(commandLine, root, unprivileged)
    expect(status).toBe(2)
    expect(contentOf(folder)).toEqual(before)
    expect(stderr).toMatch(/^workbench: .*(?:Cannot write \S+\/\S+: |memo\.v1 already exists)/)
  })
})

/** Gives everything below a folder to the unprivileged user, except a file. */
function own(folder: string, except: string | undefined): void {
  const { uid, gid } = unprivileged as { readonly uid?: number; readonly gid?: number }
  if (uid === undefined || gid === undefined) return
  for (const name of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
    if (join(folder, name) !== except) chownSync(join(folder, name), uid, gid)
}

function stateOf(path: string) {
  const { mode, uid, gid } = statSync(path)
  return { mode, uid, gid }
}

/** There may be neither the file nor its folder. */
function removeFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  rmSync(path, { force: true })
}

function linkTwice(path: string, outside: string): void {
  symlinkSync(join(outside, 'a.json'), `${path}.link`)
  symlinkSync(`${path}.link`, path)
}

function linkFolder(path: string, outside: string): void {
  rmSync(dirname(path), { recursive: true })
  symlinkSync(outside, dirname(path))
}

/**
 * Runs the program with more and more space until it succeeds. Prints each failure that changes a file or does not name
 * the cause, and then the space that it needs. `limited` runs it with as many kilobytes as its argument.
 */
const SWEEP = `
  list() { find . -not -name filler | sort; find . -type f -not -name filler -exec sha256sum {} + | sort; }
  before=$(list)
  for space in 0 1 2 3 4 5 6 8 12 16 20 28 36 44 52 64 96 128 256; do
    error=$(limited "$space" 2>&1 > /dev/null)
    [ $? != 2 ] && break
    [ "$(list)" = "$before" ] || echo "$space KB: changed something"
    [[ "$error" =~ Cannot\\ write\\ [^:]+:\\ .*retry ]] || echo "$space KB: $error"
  done
  echo "written with $space KB"`

const FILE_SIZE_LIMIT = `limited() { (ulimit -f "$1"; exec "$NODE" "$PROGRAMS"/$COMMAND_LINE) }; cd "$ROOT"`

const FULL_DISK = `
  cp -r "$ROOT" "$TMPDIR"/copy
  mount -t tmpfs -o size=1m none "$ROOT" && cp -r "$TMPDIR"/copy/. "$ROOT" && cd "$ROOT"
  limited() {
    rm -f filler; head -c 2m /dev/zero > filler 2> /dev/null
    truncate -s -"$1"k filler
    "$NODE" "$PROGRAMS"/$COMMAND_LINE
  }`

describe.each([
  ['with a limit on the size of files', FILE_SIZE_LIMIT, false],
  ['on a full disk', FULL_DISK, true],
] as const)('%s', (_, limit, isMount) => {
  // A file system of its own needs a namespace, which some systems deny to users.
  it.each(isMount && !canMount ? [] : WRITERS)(
    '%s writes everything or nothing, and names a file',
    (commandLine) => {
      const { root } = newProject()
      const script = `${limit}\n${SWEEP}`
      const [file, ...args] = isMount ? inMountNamespace(script) : ['bash', '--norc', '-c', script]
      const env = { ...ENVIRONMENT, ROOT: root, COMMAND_LINE: commandLine, TMPDIR: temporaryFolder() }
      const { stdout, stderr } = spawnSync(file, args, { encoding: 'utf8', env })
      expect({ stdout, stderr }).toEqual({
        stdout: expect.stringMatching(/^written with [1-9]\d* KB\n$/) as string,
        stderr: '',
      })
    },
  )
})
