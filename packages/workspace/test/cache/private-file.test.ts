import { copyFileSync, mkdirSync, readdirSync, statSync, symlinkSync, truncateSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { openPrivateFolder, readPrivateFile, writePrivateFile } from '../../src/cache/private-file.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const newFolder = () => openPrivateFolder({ XDG_CACHE_HOME: temporaryFolder() }, temporaryFolder())

describe('openPrivateFolder()', () => {
  it('throws if there is no cache directory', () => {
    expect(() => openPrivateFolder({}, temporaryFolder())).toThrow('There is no cache directory')
  })

  it('throws if the cache directory is the project, or in it', () => {
    const root = temporaryFolder()
    const message = 'The cache directory is in the project'
    expect(() => openPrivateFolder({ XDG_CACHE_HOME: root }, root)).toThrow(message)
    const cache = temporaryFolder()
    symlinkSync(root, join(cache, 'workbench'))
    expect(() => openPrivateFolder({ XDG_CACHE_HOME: cache }, root)).toThrow(message)
  })

  it('accepts a cache directory that contains the project', () => {
    const root = join(temporaryFolder(), 'workbench/project')
    mkdirSync(root, { recursive: true })
    const { path } = openPrivateFolder({ XDG_CACHE_HOME: dirname(dirname(root)) }, root)
    expect(path).toBe(dirname(root))
  })

  it('replaces a key that is too short', () => {
    const root = temporaryFolder()
    const env = { XDG_CACHE_HOME: temporaryFolder() }
    const key = join(openPrivateFolder(env, root).path, 'key')
    truncateSync(key, 31)
    expect(openPrivateFolder(env, root).key).toHaveLength(32)
    expect(statSync(key).size).toBe(32)
  })
})

describe('readPrivateFile()', () => {
  it.each(['', 'content'])('returns what was written: %j', (content) => {
    const folder = newFolder()
    writePrivateFile(folder, 'a', Buffer.from(content))
    expect(String(readPrivateFile(folder, 'a'))).toBe(content)
    expect(readdirSync(folder.path).sort()).toEqual(['a', 'key'])
  })

  it('closes the file', () => {
    const folder = newFolder()
    writePrivateFile(folder, 'a', Buffer.from('content'))
    const openFiles = () => readdirSync('/proc/self/fd').length
    const before = openFiles()
    readPrivateFile(folder, 'a')
    expect(openFiles()).toBe(before)
  })

  it('returns nothing for a file that is missing, too short, or a copy under another name', () => {
    const folder = newFolder()
    expect(readPrivateFile(folder, 'a')).toBeUndefined()
    writePrivateFile(folder, 'a', Buffer.from('content'))
    copyFileSync(join(folder.path, 'a'), join(folder.path, 'b'))
    truncateSync(join(folder.path, 'a'), 31)
    expect(['a', 'b'].map((name) => readPrivateFile(folder, name))).toEqual([undefined, undefined])
  })
})
