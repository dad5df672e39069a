import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { listFolder, withExistingFolder, withFolders } from '../../src/files/open-folder.ts'
import { newProject } from '../project.ts'
import { temporaryFolder } from '@workbench/test-support/temporary-folder'
import { thrownBy } from '../thrown.ts'

describe('withFolders()', () => {
  it('creates the folders, and calls the function with a path to each', () => {
    const { area, at } = newProject()
    const result = withFolders(area, [['a', 'b'], [], ['c']], (...paths) => {
      for (const path of paths) writeFileSync(join(path, 'file'), '')
      return paths.length
    })
    expect(result).toBe(3)
    expect(readdirSync(at(), { recursive: true }).sort()).toEqual([
      'a',
      'a/b',
      'a/b/file',
      'c',
      'c/file',
      'file',
    ])
  })
})

describe('withExistingFolder() and listFolder()', () => {
  it.each<[string, (memory: string) => void]>([
    ['does not exist', () => undefined],
    ['is a file', (memory) => writeFileSync(memory, '')],
  ])('return nothing if the folder %s', (_, make) => {
    const { area, at } = newProject()
    mkdirSync(at())
    make(at('memory'))
    expect(listFolder(area, 'memory')).toEqual([])
    expect(withExistingFolder(area, ['memory', 'x'], () => 1)).toBeUndefined()
  })

  it('return nothing if there is no working area, or the project is a file', () => {
    const file = join(temporaryFolder(), 'file')
    writeFileSync(file, '')
    for (const root of [newProject().root, file]) expect(listFolder({ root }, 'memory')).toEqual([])
  })

  it('return the sorted names', () => {
    const { area, at } = newProject()
    mkdirSync(at('memory'), { recursive: true })
    for (const name of ['b', 'a', 'C']) writeFileSync(at('memory', name), '')
    expect(listFolder(area, 'memory')).toEqual(['C', 'a', 'b'])
  })

  it('reject a link to a folder', () => {
    const { area, root, at } = newProject()
    mkdirSync(at())
    symlinkSync(root, at('memory'))
    expect(thrownBy(() => listFolder(area, 'memory'))).toMatchObject({
      name: 'UnsafePathError',
      message:
        '.workbench/memory is a link or a file, not a folder; delete it or rename it, because a link could point outside of the project',
    })
  })
})
