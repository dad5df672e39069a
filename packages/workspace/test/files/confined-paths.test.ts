import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { openConfined } from '@workbench/workspace'

import { temporaryFolder } from '@workbench/test-support/temporary-folder'
import { thrownBy } from '../thrown.ts'

/** A project and a folder beside it, whose names start in the same way. */
function newFolders() {
  const parent = temporaryFolder()
  const [root, outside] = [join(parent, 'project'), join(parent, 'project-2')]
  for (const folder of [root, outside]) {
    mkdirSync(join(folder, 'folder'), { recursive: true })
    writeFileSync(join(folder, 'a.json'), folder === root ? 'inside' : 'secret')
  }
  return { parent, root, outside }
}

/** What is read, or the name and the message of the error. */
function read(file: string, root: string): string {
  try {
    return openConfined(file, [root], (path) => readFileSync(path, 'utf8'))
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`
  }
}

const OUTSIDE = 'OutsideError: the path leads outside the project'

describe('openConfined()', () => {
  it.each(['a.json', './a.json', 'folder/../a.json', 'folder/./..//a.json', '../project/a.json'])(
    'reads %s in the project',
    (path) => {
      const { root } = newFolders()
      expect(read(`${root}/${path}`, root)).toBe('inside')
    },
  )

  it.each(['../project-2/a.json', '../project-2/missing.json', '..', '../..', 'folder/../../a.json'])(
    'does not read %s, whether or not it exists',
    (path) => {
      const { root } = newFolders()
      expect(read(`${root}/${path}`, root)).toBe(OUTSIDE)
    },
  )

  it('reads a file whose name starts with two dots', () => {
    const { root } = newFolders()
    writeFileSync(join(root, '..a.json'), 'dots')
    expect(read(join(root, '..a.json'), root)).toBe('dots')
  })

  it.each([
    ['a relative link', 'folder/../a.json', 'inside'],
    ['a relative link outside', '../project-2/a.json', OUTSIDE],
    ['a relative link to nothing outside', '../project-2/missing.json', OUTSIDE],
    ['a link to nothing', 'missing.json', 'UnreadableFileError: no such file'],
  ])('resolves %s', (_, target, expected) => {
    const { root } = newFolders()
    symlinkSync(target, join(root, 'link.json'))
    expect(read(join(root, 'link.json'), root)).toContain(expected)
  })

  it('resolves absolute links, and links in the path', () => {
    const { root, outside } = newFolders()
    symlinkSync(root, join(outside, 'to-project'))
    symlinkSync(outside, join(root, 'to-outside'))
    symlinkSync(join(root, 'a.json'), join(root, 'absolute.json'))
    expect(read(join(root, 'absolute.json'), root)).toBe('inside')
    expect(read(join(outside, 'to-project', 'a.json'), root)).toBe('inside')
    expect(read(join(root, 'to-outside', 'a.json'), root)).toBe(OUTSIDE)
    expect(read(join(root, 'to-outside', 'to-project', 'a.json'), root)).toBe('inside')
  })

  it('does not read an absolute link to nothing outside', () => {
    const { root, outside } = newFolders()
    symlinkSync(join(outside, 'missing.json'), join(root, 'link.json'))
    expect(read(join(root, 'link.json'), root)).toBe(OUTSIDE)
  })

  it.each([
    [40, OUTSIDE],
    [41, 'UnreadableFileError: too many levels of symbolic links'],
  ])('resolves %d links, one after another, as the system does', (count, expected) => {
    const { root } = newFolders()
    symlinkSync('../project-2/missing.json', join(root, '1'))
    for (let link = 2; link <= count; link++) symlinkSync(String(link - 1), join(root, String(link)))
    expect(read(join(root, String(count)), root)).toContain(expected)
  })

  it.each([
    ['./missing//./link.json/../../folder/./../../project-2/a.json', OUTSIDE],
    ['./missing/..//folder/./missing.json', 'UnreadableFileError: no such file'],
  ])('resolves %s, of which a part does not exist', (path, expected) => {
    const { root } = newFolders()
    expect(read(`${root}/${path}`, root)).toContain(expected)
  })

  it('cannot read links that form a cycle', () => {
    const { root } = newFolders()
    symlinkSync('b.json', join(root, 'c.json'))
    symlinkSync('c.json', join(root, 'b.json'))
    expect(read(join(root, 'b.json'), root)).toMatch(
      /^UnreadableFileError.*: too many levels of symbolic links/,
    )
  })

  it('cannot read a file that does not exist in the project', () => {
    const { root } = newFolders()
    expect(read(join(root, 'missing.json'), root)).toMatch(/^UnreadableFileError.*: no such file/)
    expect(thrownBy(() => openConfined(join(root, 'missing.json'), [root], () => 1))).toMatchObject({
      cause: { code: 'ENOENT' },
    })
  })

  it('opens a named pipe without waiting for a writer', () => {
    const { root } = newFolders()
    execFileSync('mkfifo', [join(root, 'pipe.json')])
    expect(openConfined(join(root, 'pipe.json'), [root], () => 'opened')).toBe('opened')
  })
})
