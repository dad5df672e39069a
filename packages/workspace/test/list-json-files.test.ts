import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { listJsonFiles } from '@workbench/workspace'

import { temporaryFolder } from '@workbench/test-support/temporary-folder'

/** A folder with these files. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

const list = (root: string) =>
  listJsonFiles(root)
    .map(
      ({ path, size, problem }) =>
        [path, size, problem?.startsWith('it is a link to a folder') ?? false] as const,
    )
    .sort(([a], [b]) => (a < b ? -1 : 1))

describe('listJsonFiles()', () => {
  it('lists .json files at any depth, with their sizes', () => {
    const root = folderWith({
      'a.json': '{}',
      'b/c/d.JSON': '[1]',
      'b/e.json.bak': '',
      'f.txt': '',
      gjson: '',
    })
    expect(list(root)).toEqual([
      ['a.json', 2, false],
      ['b/c/d.JSON', 3, false],
    ])
  })

  it('lists no folder below the depth', () => {
    const root = folderWith({ 'a.json': '{}', 'b/c.json': '{}', 'b/d/e.json': '{}' })
    const names = listJsonFiles(root, 2).map(({ path }) => path)
    expect(names.sort()).toEqual(['a.json', 'b/c.json'])
    expect(listJsonFiles(root, 1)).toMatchObject([{ path: 'a.json' }])
  })

  it('lists nothing for a folder that does not exist', () => {
    expect(listJsonFiles(join(temporaryFolder(), 'missing'))).toEqual([])
  })

  it('throws an error of Node.js if the folder is a file', () => {
    const root = folderWith({ 'a.json': '{}' })
    expect(() => listJsonFiles(join(root, 'a.json'))).toThrow('ENOTDIR')
  })

  it('does not follow links to folders, and lists them', () => {
    const root = folderWith({ 'a/b.json': '{}' })
    symlinkSync('a', join(root, 'link'))
    symlinkSync(root, join(root, 'a', 'link.json'))
    expect(list(root)).toEqual([
      ['a/b.json', 2, false],
      ['a/link.json', 0, true],
      ['link', 0, true],
    ])
    expect(list(join(root, 'link'))).toEqual([['', 0, true]])
  })

  it('lists links to files with the size of the file, and links to nothing', () => {
    const root = folderWith({ 'a.txt': '12345' })
    symlinkSync('a.txt', join(root, 'a.json'))
    symlinkSync('missing', join(root, 'broken.json'))
    symlinkSync('missing', join(root, 'broken.txt'))
    expect(list(root).map(([path]) => path)).toEqual(['a.json', 'broken.json'])
    expect(list(root)[0]).toEqual(['a.json', 5, false])
  })

  it('lists a folder that is named as a .json file, and what is in it', () => {
    const root = folderWith({ 'a.json/b.json': '{}' })
    expect(list(root).map(([path]) => path)).toEqual(['a.json', 'a.json/b.json'])
  })
})
