import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { evidenceAdvice } from '@workbench/workspace'

import { commit, git } from '@workbench/test-support/git-repository'
import { temporaryFolder } from '@workbench/test-support/temporary-folder'

import { contracts } from '../project.ts'

const look = (artifact: unknown, root: string) => evidenceAdvice(artifact, { root, contracts })

/** A valid artifact: the example of a contract with other members. */
const artifactOf = (id: 'compliance-check.v1' | 'finding.v1' | 'review.v1' | 'risk.v1', members: object) => {
  const artifact = { ...(contracts.get(id).example as object), ...members }
  expect(contracts.get<string>(id).validate(artifact)).toEqual({ valid: true })
  return artifact
}

const TEXT = [
  'import { a } from "./b.js"',
  '',
  'export function first() {',
  "  return a('one')",
  '}',
  '',
  'second()',
  'if (1 < 2 && a -> b)',
  '',
]

function project(files: Readonly<Record<string, string | Buffer>> = { 'src/a.ts': TEXT.join('\n') }): string {
  const root = temporaryFolder()
  for (const [file, content] of Object.entries(files)) write(root, file, content)
  return root
}

function write(root: string, file: string, content: string | Buffer): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), content)
}

/** The advice on one piece of evidence, as `path message`. */
const adviceOn = (root: string, ref: string, excerpt?: string): string[] =>
  look(
    artifactOf('compliance-check.v1', {
      evidence: [{ kind: 'file', ref, ...(excerpt !== undefined && { excerpt }) }],
    }),
    root,
  ).map(({ path, message }) => `${path} ${message}`)

describe('evidenceAdvice()', () => {
  it.each([
    ['src/a.ts', undefined],
    ['src/a.ts:3', 'export function first() {'],
    ['src/a.ts:3-5', 'export function first() {…}'],
    ['src/a.ts#L4', 'return a("one")'],
    ['./src/a.ts:4', '4→  return a(‘one’)'],
    ['/src/a.ts', 'second()'],
    ['a/src/a.ts', '@@ -1,2 +3,2 @@\n+export function first() {\n-export function old() {'],
    ['b/src/a.ts:3', '+export function first() {'],
    ['src\\a.ts', "  3 │ export function first() {\n  4 │   return a('one')"],
    ['`src/a.ts`', 'src/a.ts:7:second()'],
    ['src/a.ts:3', 'src/a.ts:3:export function first() {\nsrc/a.ts:7:second()'],
    ['src/a.ts', 'my src/a.ts:3: export function first() {\nmy src/a.ts:7: second()'],
    ['src/a.ts', 'if (1 &lt; 2 &amp;&amp; a -&gt; b)'],
    ['src/a.ts:4', "line 4:   return a('one')"],
    ['src/a.ts:4', "[4]   return a('one')"],
    ['src/a.ts:4', '|   return a("one")'],
    ['src/a.ts:3', 'export function first() {\n⋮\n}'],
    ['src/a.ts:4', "4 |   return a('one')\n  |          ^^^"],
    ['src/a.ts::first', 'export function first()'],
    ['src/a.ts#first', undefined],
    ['src/a.ts:2', 'export function first() {'],
    ['src/a.ts:8', undefined],
    ['src/a.ts:3', 'export function first() {\n  // ... the rest\n}'],
    ['src', undefined],
    ['src/a.ts', ' … \n'],
    ['C:\\other\\src\\a.ts:3', 'first'],
    ['/workspace/src/a.ts:3', 'first'],
  ])('accepts %j with the excerpt %j', (ref, excerpt) => {
    expect(adviceOn(project(), ref, excerpt)).toEqual([])
  })

  it.each([
    '../../etc/passwd',
    '/etc/passwd:1',
    '~/a.ts',
    'https://example.org/src/b.ts#L12',
    'github.com/someone/project/blob/main/src/b.ts#L12',
    'src/**/*.ts',
    'the consumer of the queue',
    'src/a.ts and src/b.ts',
    'node_modules/x/b.js',
    'D:\\elsewhere\\b.ts',
    'main:src/b.ts',
    '…/b.ts:3',
    '.../src/b.ts:3',
    'src/a%20b.ts',
    'b.ts\0',
    `${'a/'.repeat(3000)}b.ts`,
    '',
  ])('says nothing of %j, which may mean something else', (ref) => {
    expect(adviceOn(project(), ref, 'text that is nowhere')).toEqual([])
  })

  it('says which file, line or excerpt the project does not have, and what to write', () => {
    const root = project()
    write(root, 'lib/deep/other.ts', 'x\n')
    expect(adviceOn(root, 'src/missing.ts:3')).toEqual([
      '/evidence/0/ref The project has no file "src/missing.ts", nor had it in the last commit',
    ])
    expect(adviceOn(root, 'src/other.ts')).toEqual([
      '/evidence/0/ref The project has no file "src/other.ts", nor had it in the last commit; the only file of this name is "lib/deep/other.ts"',
    ])
    write(root, 'lib/other.ts', 'x\n')
    expect(adviceOn(root, 'other.ts')).toEqual([])
    expect(adviceOn(root, 'src/other.ts')).toHaveLength(1)
    expect(adviceOn(root, 'src/a.ts:20-30')).toEqual([
      '/evidence/0/ref "src/a.ts" has 8 lines; received line 30',
    ])
    expect(adviceOn(root, 'src/a.ts:1', 'second()')).toEqual([
      '/evidence/0/ref The excerpt is not at line 1 of "src/a.ts", but at line 7; write "src/a.ts:7"',
    ])
    expect(adviceOn(root, 'src/a.ts:4', "return b('one')")).toEqual([
      '/evidence/0/excerpt The excerpt is not in "src/a.ts"; quote the file word for word, with … for what is left out',
    ])
  })

  it('looks up the location and the evidence of each finding of a review', () => {
    const finding = (line: number) =>
      artifactOf('finding.v1', {
        location: { file: 'src/a.ts', line },
        evidence: [{ kind: 'file', ref: 'src/b.ts' }],
      })
    const findings = [finding(7), finding(0), finding(99)]
    const paths = look(artifactOf('review.v1', { findings }), project()).map(({ path }) => path)
    expect(paths).toEqual([
      ...['/findings/0/evidence/0/ref', '/findings/1/location/line', '/findings/1/evidence/0/ref'],
      ...['/findings/2/location/line', '/findings/2/evidence/0/ref'],
    ])
  })

  it('looks up nothing of other contracts, and of other kinds of evidence', () => {
    const evidence = [{ kind: 'command', ref: 'src/missing.ts' }]
    const finding = artifactOf('finding.v1', { location: { component: 'a' }, evidence })
    expect(look(finding, project())).toEqual([])
    expect(look(artifactOf('risk.v1', { owner: 'src/no.ts:1' }), project())).toEqual([])
    expect(look(null, project())).toEqual([])
    expect(look(contracts.get('finding.v1').example, project())).toEqual([])
  })

  it('says nothing of an own contract with the id of a built-in one and other members', () => {
    for (const artifact of [
      { schema: 'review.v1', findings: 5 },
      { schema: 'review.v1', findings: [null, 'src/a.ts'] },
      { schema: 'finding.v1', location: 'src/a.ts:99', evidence: 'src/b.ts' },
      { schema: 'finding.v1', location: { file: 7, line: '1' }, evidence: [null, { kind: 'file', ref: 1 }] },
    ])
      expect(look(artifact, project())).toEqual([])
  })

  it.each([
    ['of a package', 'src/a.ts:3', 'export function first() {'],
    ['that it names without its folder', 'only.ts', 'alone'],
  ])('finds a file %s', (_, ref, excerpt) => {
    const root = project({
      'packages/p/src/a.ts': TEXT.join('\n'),
      'packages/p/only.ts': 'alone',
    })
    git(root, 'init', '--quiet')
    commit(root)
    expect(adviceOn(root, ref, excerpt)).toEqual([])
    expect(adviceOn(root, ref, 'nowhere')).toHaveLength(1)
    for (const file of ['src/a.ts', 'only.ts']) write(root, `packages/p/${file}`, 'rewritten\n')
    expect(adviceOn(root, ref, excerpt)).toEqual([])
  })

  it.each([
    ['with CRLF', Buffer.from(TEXT.join('\r\n'))],
    ['with CR', Buffer.from(TEXT.join('\r'))],
    ['without a line end at its end', Buffer.from(TEXT.join('\n').trimEnd())],
    ['in UTF-16', Buffer.from(`\ufeff${TEXT.join('\r\n')}`, 'utf16le')],
    ['in big-endian UTF-16', Buffer.from(`\ufeff${TEXT.join('\n')}`, 'utf16le').swap16()],
    ['in Latin-1', Buffer.from(`${TEXT.join('\n')}// Größe\n`, 'latin1')],
    ['with a byte order mark', Buffer.from(`\ufeff${TEXT.join('\n')}`)],
  ])('reads a file %s', (_, content) => {
    const root = project({ 'a b/c:d (1).ts': content })
    expect(adviceOn(root, 'a b/c:d (1).ts:3-4', "export function first() {\n  return a('one')")).toEqual([])
    expect(adviceOn(root, 'a b/c:d (1).ts:3', 'second()')).toHaveLength(1)
    expect(adviceOn(root, 'a b/c:d (1).ts:90')).toHaveLength(1)
  })

  it('says nothing of what is no text file of the project, and does not wait for a pipe', () => {
    const root = project({ 'binary.dat': Buffer.from([1, 0, 2]), 'huge.js': 'x'.repeat(3e6) })
    const outside = project({ 'secret.ts': 'secret' })
    symlinkSync(outside, join(root, 'out'))
    symlinkSync(join(outside, 'secret.ts'), join(root, 'secret.ts'))
    symlinkSync('loop.ts', join(root, 'loop.ts'))
    execFileSync('mkfifo', [join(root, 'pipe.ts')])
    for (const ref of [
      'binary.dat:9',
      'out/secret.ts:9',
      'out/missing.ts',
      'secret.ts:9',
      'loop.ts',
      'pipe.ts:1',
    ])
      expect([ref, adviceOn(root, ref, 'nowhere')]).toEqual([ref, []])
    expect(adviceOn(root, 'huge.js:1', 'xxx')).toEqual([])
  })

  it('reads a file that was changed or deleted as it is in the last commit, too', () => {
    const root = project({ 'src/a.ts': TEXT.join('\n'), 'src/gone.ts': 'gone', 'src/older.ts': 'older' })
    git(root, 'init', '--quiet')
    commit(root)
    rmSync(join(root, 'src/older.ts'))
    commit(root)
    write(root, 'src/a.ts', 'rewritten\n')
    rmSync(join(root, 'src/gone.ts'))
    expect(adviceOn(root, 'src/a.ts:7', 'second()')).toEqual([])
    expect(adviceOn(root, 'src/a.ts:1', 'rewritten')).toEqual([])
    expect(adviceOn(root, 'src/gone.ts:1', 'gone')).toEqual([])
    expect(adviceOn(root, 'src/older.ts:1', 'older')).toEqual([])
    expect(adviceOn(root, 'src/a.ts:7', 'third()')).toHaveLength(1)
    expect(adviceOn(root, 'src/never.ts')).toHaveLength(1)
  })

  it('reads the working tree of a repository without commits, and of a submodule', () => {
    const root = project()
    git(root, 'init', '--quiet')
    expect(adviceOn(root, 'src/a.ts:1', 'second()')).toHaveLength(1)
    const module = project({ 'lib/m.ts': 'one\ntwo\n' })
    git(module, 'init', '--quiet')
    commit(module)
    git(root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', module, 'sub')
    expect(adviceOn(root, 'sub/lib/m.ts:2', 'two')).toEqual([])
    expect(adviceOn(root, 'sub/lib/m.ts:2', 'three')).toHaveLength(1)
  })

  it('finds the file of an agent that works in another worktree', () => {
    const root = project()
    git(root, 'init', '--quiet')
    commit(root)
    const worktree = join(temporaryFolder(), 'worktree')
    git(root, 'worktree', 'add', '--quiet', worktree)
    write(worktree, 'src/new.ts', 'fresh()\n')
    expect(adviceOn(root, 'src/new.ts:1', 'fresh()')).toEqual([])
  })

  it('says nothing of files outside of the project, in a part of a repository', () => {
    const root = project({ 'packages/p/src/a.ts': 'one\n', 'packages/q/src/b.ts': 'two\n' })
    git(root, 'init', '--quiet')
    commit(root)
    const part = join(root, 'packages/p')
    expect(adviceOn(part, 'packages/q/src/b.ts:1', 'two')).toEqual([])
    expect(adviceOn(part, 'packages/p/src/a.ts:1', 'one')).toEqual([])
    expect(adviceOn(part, 'src/missing.ts')).toHaveLength(1)
  })

  it('looks up what the limits allow, and counts the rest', () => {
    const root = project()
    for (let number = 0; number < 8; number++) write(root, `large-${number}.txt`, 'line\n'.repeat(2e6))
    const evidence = Array.from({ length: 500 }, (_, index) => ({
      ...{ kind: 'file', ref: `large-${index % 8}.txt:${index}`, excerpt: 'a word that is nowhere' },
    }))
    const advice = look(artifactOf('compliance-check.v1', { evidence }), root)
    expect(advice.at(-1)).toMatchObject({ path: '', rule: 'evidence-not-looked-up' })
    expect(advice.length).toBeLessThan(100)
    expect(advice[0]).toMatchObject({ path: '/evidence/0/excerpt' })
  })
})
