import { mkdtempSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { MAX_FILE_BYTES, readFile, describeFsError, UnreadableFileError } from '@workbench/contracts'

const newFile = (content: string | Uint8Array): string => {
  const path = join(mkdtempSync(join(tmpdir(), 'workbench-')), 'a.json')
  writeFileSync(path, content)
  return path
}

describe('readFile()', () => {
  it.each([
    ['nothing', 0],
    ['one byte', 1],
    ['more than a chunk', 200_000],
  ])('gives %s as it stands', (_, length) => {
    const content = Buffer.alloc(length, 'ä')
    const { bytes, stat } = readFile(newFile(content))
    expect(Buffer.compare(bytes, content)).toBe(0)
    expect(stat.size).toBe(length)
  })

  it('gives a file that says it is empty and is not', () => {
    expect(String(readFile('/proc/self/status').bytes)).toMatch(/^Name:/)
  })

  it('reads a file of the largest size, and no larger one', () => {
    const path = newFile('')
    truncateSync(path, MAX_FILE_BYTES)
    expect(readFile(path).bytes.length).toBe(MAX_FILE_BYTES)
    truncateSync(path, MAX_FILE_BYTES + 1)
    expect(() => readFile(path)).toThrow('it has 67108865 bytes; at most 67108864 are read, so split it')
  })

  it('gives nothing of a file that holds less than it says', () => {
    // Every attribute of the kernel says that it has a page.
    expect(() => readFile('/sys/kernel/mm/transparent_hugepage/enabled')).toThrow(
      'it keeps changing while it is read',
    )
  })

  it('says what it can of a path with NUL', () => {
    expect(() => readFile('a\0b')).toThrow(UnreadableFileError)
    expect(() => readFile('a\0b')).toThrow('its path holds a character that no path may hold')
  })
})

describe('reasonOf()', () => {
  const of = (code: string) => Object.assign(new Error(`${code}: raw words`), { code, errno: -1 })

  it('has words of its own for whatever the system answers', () => {
    for (const code of ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'EACCES', 'EPERM', 'ENOENT', 'EXOTIC'])
      for (const act of ['read', 'list', 'write'] as const)
        expect(describeFsError(of(code), act)).not.toContain('raw words')
  })

  it('leaves errors that are none of the system to speak for themselves', () => {
    expect(describeFsError(new Error('raw words'))).toBe('raw words')
    expect(describeFsError('raw words')).toBe('raw words')
  })
})
