import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { execFileSync } from 'node:child_process'
import { dirname, join } from 'node:path'

import { type FileChange, writeFiles } from '@workbench/workspace'

import { temporaryFolder } from '@workbench/test-support/temporary-folder'
import { thrownBy } from '../thrown.ts'

/** A project, a folder beside it, and a function that writes the text `new` to a path. */
function newProject() {
  const parent = temporaryFolder()
  const [root, outside] = [join(parent, 'project'), join(parent, 'outside')]
  for (const folder of [join(root, '.git'), outside]) mkdirSync(folder, { recursive: true })
  const write = (path: string, rest: Partial<FileChange> = {}) => {
    writeFiles(root, [{ path: join(root, path), text: 'new', ...rest }])
  }
  return { root, outside, write }
}

const textOf = (...path: string[]): string => readFileSync(join(...path), 'utf8')

/** All names below a folder, with the texts of the files; links are not followed. */
function contentOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return Object.fromEntries(
    names.map((name) => [name, lstatSync(join(folder, name)).isFile() ? textOf(folder, name) : '']),
  )
}

const failure = (message: string) => ({ name: 'WorkingAreaError', message })

const LEADS_OUT = 'a link in its path leads out of the project; specify the target of the link'
const CHANGED = 'another process has changed it; read it again'
const NOT_A_FILE = 'a directory, a device, a pipe or a link to nothing has this name; specify another file'

describe('writeFiles()', () => {
  it('creates a file with the mode of the umask, and the missing folders', () => {
    const { root, write } = newProject()
    write('a/b/c.txt')
    writeFileSync(join(root, 'other.txt'), '')
    expect(textOf(root, 'a/b/c.txt')).toBe('new')
    expect(statSync(join(root, 'a/b/c.txt')).mode).toBe(statSync(join(root, 'other.txt')).mode)
    expect(readdirSync(join(root, 'a/b'))).toEqual(['c.txt'])
  })

  it.each([0o600, 0o644, 0o755])('replaces the content and keeps the mode %o', (mode) => {
    const { root, write } = newProject()
    const path = join(root, 'a.txt')
    writeFileSync(path, 'old')
    chmodSync(path, mode)
    write('a.txt')
    expect(textOf(path)).toBe('new')
    expect(statSync(path).mode & 0o7777).toBe(mode)
    expect(readdirSync(root)).toEqual(['.git', 'a.txt'])
  })

  it('gives a hard link a file of its own', () => {
    const { root, outside, write } = newProject()
    writeFileSync(join(outside, 'a.txt'), 'old')
    linkSync(join(outside, 'a.txt'), join(root, 'a.txt'))
    write('a.txt')
    expect([textOf(root, 'a.txt'), textOf(outside, 'a.txt')]).toEqual(['new', 'old'])
  })

  it.each([
    ['a file', 'real/a.txt'],
    ['nothing', 'real/missing/a.txt'],
  ])('keeps a link to %s in the project, and writes its target', (_, target) => {
    const { root, write } = newProject()
    mkdirSync(join(root, 'real'))
    writeFileSync(join(root, 'real/a.txt'), 'old')
    symlinkSync(target, join(root, 'link.txt'))
    write('link.txt')
    expect(lstatSync(join(root, 'link.txt')).isSymbolicLink()).toBe(true)
    expect(textOf(root, target)).toBe('new')
    expect(readdirSync(join(root, dirname(target)))).toEqual(['a.txt'])
  })

  it('writes in a folder that is a link in the project, and in a project that is named by a link', () => {
    const { root, outside } = newProject()
    mkdirSync(join(root, 'real'))
    symlinkSync('real', join(root, 'folder'))
    symlinkSync(root, join(outside, 'project'))
    const named = join(outside, 'project')
    writeFiles(named, [{ path: join(named, 'folder/a.txt'), text: 'new' }])
    expect(contentOf(join(root, 'real'))).toEqual({ 'a.txt': 'new' })
  })

  it.each<[string, string, (root: string, outside: string) => void]>([
    [
      'a link to a file outside',
      'a.txt',
      (root, out) => symlinkSync(join(out, 'a.txt'), join(root, 'a.txt')),
    ],
    [
      'a link to nothing outside',
      'a.txt',
      (root, out) => symlinkSync(join(out, 'b.txt'), join(root, 'a.txt')),
    ],
    ['a link to a folder outside', 'f/a.txt', (root, out) => symlinkSync(out, join(root, 'f'))],
    ['links to a folder outside', 'g/a.txt', linkTwice],
    ['a link to nothing in a folder outside', 'f/g/a.txt', (root, out) => symlinkSync(out, join(root, 'f'))],
    ['a link into .git', 'a.txt', (root) => symlinkSync('.git/config', join(root, 'a.txt'))],
    ['a link to .git', 'f/hooks/a.txt', (root) => symlinkSync('.git', join(root, 'f'))],
  ])('rejects %s, and writes nothing', (_, path, make) => {
    const { root, outside, write } = newProject()
    writeFileSync(join(outside, 'a.txt'), 'old')
    make(root, outside)
    const before = [contentOf(root), contentOf(outside)]
    expect(thrownBy(() => write(path))).toMatchObject(failure(`Cannot write ${path}: ${LEADS_OUT}`))
    // A path that enters the project by a link of the user is no way out of it either.
    const alias = join(dirname(root), 'alias')
    symlinkSync(root, alias)
    expect(thrownBy(() => writeFiles(root, [{ path: join(alias, path), text: 'new' }]))).toMatchObject(
      failure(`Cannot write ${join(alias, path)}: ${LEADS_OUT}`),
    )
    expect([contentOf(root), contentOf(outside)]).toEqual(before)
  })

  it('writes a file outside that is named itself, also by links of folders, or by a link in its folder', () => {
    const { root, outside } = newProject()
    const alias = join(dirname(outside), 'alias')
    symlinkSync(outside, alias)
    symlinkSync('b.txt', join(outside, 'link.txt'))
    for (const path of [join(outside, 'a.txt'), join(alias, 'new/c.txt'), join(outside, 'link.txt')])
      writeFiles(root, [{ path, text: 'new' }])
    expect(contentOf(outside)).toMatchObject({ 'a.txt': 'new', 'b.txt': 'new', 'new/c.txt': 'new' })
    symlinkSync(join(root, '.git', 'config'), join(outside, 'git.txt'))
    expect(thrownBy(() => writeFiles(root, [{ path: join(outside, 'git.txt'), text: 'new' }]))).toMatchObject(
      {
        name: 'WorkingAreaError',
      },
    )
    expect(readdirSync(join(root, '.git'))).toEqual([])
  })

  it.each<[string, (path: string) => void, string]>([
    ['a directory', (path) => mkdirSync(path), NOT_A_FILE],
    ['a pipe', (path) => execFileSync('mkfifo', [path]), NOT_A_FILE],
    ['a link to itself', (path) => symlinkSync('a\n.txt', path), NOT_A_FILE],
    ['a device that a link outside names', (path) => symlinkSync('/dev/null', path), LEADS_OUT],
  ])('rejects %s', (_, make, reason) => {
    const { root, write } = newProject()
    make(join(root, 'a\n.txt'))
    expect(thrownBy(() => write('a\n.txt'))).toMatchObject(failure(`Cannot write a\n.txt: ${reason}`))
    expect(readdirSync(root)).toEqual(['.git', 'a\n.txt'])
  })

  it('rejects a path below a file', () => {
    const { root, write } = newProject()
    writeFileSync(join(root, 'a'), 'old')
    expect(thrownBy(() => write('a/b.txt'))).toMatchObject({
      message: expect.stringMatching(
        /^Cannot write a\/b\.txt: a is a link or a file, not a folder/,
      ) as unknown,
    })
    expect(textOf(root, 'a')).toBe('old')
  })

  it('rejects a file whose content is not the one that was read', () => {
    const { root, write } = newProject()
    const reject = (before: Uint8Array | null) =>
      expect(thrownBy(() => write('a.txt', { before }))).toMatchObject(
        failure(`Cannot write a.txt: ${CHANGED}`),
      )
    expect(thrownBy(() => write('a.txt', { before: Buffer.from('old') }))).toMatchObject(
      failure('Cannot write a.txt: no such file'),
    )
    writeFileSync(join(root, 'a.txt'), 'other')
    reject(Buffer.from('old'))
    reject(Buffer.from(''))
    reject(null)
    expect(contentOf(root)).toEqual({ '.git': '', 'a.txt': 'other' })
    write('a.txt', { before: Buffer.from('other') })
    rmSync(join(root, 'a.txt'))
    write('a.txt', { before: null })
    expect(contentOf(root)).toEqual({ '.git': '', 'a.txt': 'new' })
    // As another process that creates the same file has written it.
    const { ino } = statSync(join(root, 'a.txt'))
    write('a.txt', { before: null })
    expect(statSync(join(root, 'a.txt')).ino).toBe(ino)
  })

  it('deletes a file, or a link and not its target', () => {
    const { root, outside, write } = newProject()
    writeFileSync(join(root, 'a.txt'), 'old')
    writeFileSync(join(outside, 'a.txt'), 'old')
    symlinkSync(join(outside, 'a.txt'), join(root, 'link.txt'))
    for (const path of ['a.txt', 'link.txt']) write(path, { text: undefined })
    expect(contentOf(root)).toEqual({ '.git': '' })
    expect(contentOf(outside)).toEqual({ 'a.txt': 'old' })
  })

  it('changes all files or none, with their modes, links and folders', () => {
    const { root } = newProject()
    mkdirSync(join(root, 'folder.txt'))
    for (const name of ['changed.txt', 'deleted.txt']) writeFileSync(join(root, name), 'old', { mode: 0o640 })
    symlinkSync('changed.txt', join(root, 'deleted-link.txt'))
    const [before, inode] = [contentOf(root), statSync(join(root, 'changed.txt')).ino]
    const changes: FileChange[] = [
      { path: join(root, 'changed.txt'), text: 'new' },
      { path: join(root, 'a/b/created.txt'), text: 'new', before: null },
      { path: join(root, 'deleted.txt'), text: undefined },
      { path: join(root, 'deleted-link.txt'), text: undefined },
    ]
    const last = { path: join(root, 'last.txt'), text: 'new', before: Buffer.from('old') }
    // The first is rejected before anything is changed, the second when the others are changed already.
    for (const path of [join(root, 'folder.txt'), last.path]) {
      expect(thrownBy(() => writeFiles(root, [...changes, { ...last, path }]))).toMatchObject({
        name: 'WorkingAreaError',
      })
      expect(contentOf(root)).toEqual(before)
    }
    expect(statSync(join(root, 'changed.txt'))).toMatchObject({ ino: inode, nlink: 1 })
    expect(lstatSync(join(root, 'deleted-link.txt')).isSymbolicLink()).toBe(true)
    writeFiles(root, changes)
    expect(contentOf(root)).toEqual({
      '.git': '',
      a: '',
      'a/b': '',
      'a/b/created.txt': 'new',
      'changed.txt': 'new',
      'folder.txt': '',
    })
  })

  it('keeps files beside it that look like temporary files of other programs', () => {
    const { root, write } = newProject()
    const [other, own] = ['', '.workbench-'].map(
      (start) => `${start}fba4ee1e-7e3d-4c1b-9a53-0b7a6e3a9d11.tmp`,
    )
    for (const name of [other, own]) {
      writeFileSync(join(root, name ?? ''), 'old')
      utimesSync(join(root, name ?? ''), 1, 1)
    }
    write('a.txt')
    expect([other, own].map((name) => existsSync(join(root, name ?? '')))).toEqual([true, false])
  })
})

function linkTwice(root: string, outside: string): void {
  symlinkSync(outside, join(root, 'f'))
  symlinkSync('f', join(root, 'g'))
}
