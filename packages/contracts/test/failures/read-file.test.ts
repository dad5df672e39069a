import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { UnreadableFileError } from '@workbench/contracts'
import { MAX_FILE_BYTES, readFile, describeFsError } from '@workbench/contracts/internal'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'workbench-'))
})
afterEach(() => {
  rmSync(directory, { recursive: true, force: true })
})

const newFile = (content: string | Uint8Array): string => {
  const path = join(directory, 'a.json')
  writeFileSync(path, content)
  return path
}

describe('readFile()', () => {
  it.each([
    ['is empty', 0],
    ['has one byte', 1],
    ['has 200,000 bytes', 200_000],
  ])('returns the content and the size of a file that %s', (_, length) => {
    const content = Buffer.alloc(length, 'ä')
    const { bytes, stat } = readFile(newFile(content))
    expect(Buffer.compare(bytes, content)).toBe(0)
    expect(stat.size).toBe(length)
  })

  it('reads a /proc file, whose reported size is 0', () => {
    expect(String(readFile('/proc/self/status').bytes)).toMatch(/^Name:/)
  })

  it('rejects a file larger than MAX_FILE_BYTES', () => {
    const path = newFile('')
    truncateSync(path, MAX_FILE_BYTES)
    expect(readFile(path).bytes.length).toBe(MAX_FILE_BYTES)
    truncateSync(path, MAX_FILE_BYTES + 1)
    expect(() => readFile(path)).toThrow('the file has 67108865 bytes, the limit is 67108864; split it')
  })

  it('rejects a /proc file that does not end', () => {
    expect(() => readFile('/proc/self/pagemap')).toThrow(
      'the file is larger than the limit of 67108864 bytes',
    )
  })

  it('reads a /proc file that is larger than the first buffer', () => {
    const { bytes } = readFile('/proc/kallsyms')
    expect(bytes.length).toBe(readFileSync('/proc/kallsyms').length)
    expect(bytes.length).toBeGreaterThan(65_536)
  })

  it('rejects a file whose reported size is always wrong', () => {
    // Every sysfs attribute reports the size of a memory page.
    expect(() => readFile('/sys/kernel/mm/transparent_hugepage/enabled')).toThrow(
      'the file keeps changing while it is read',
    )
  })

  it('rejects a path with a null byte', () => {
    expect(() => readFile('a\0b')).toThrow(UnreadableFileError)
    expect(() => readFile('a\0b')).toThrow('the path contains a null byte')
  })
})

describe('describeFsError()', () => {
  const of = (code: string) => Object.assign(new Error(`${code}: raw words`), { code, errno: -1 })

  it('does not repeat the message of a system error', () => {
    for (const code of ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'EACCES', 'EPERM', 'ENOENT', 'EXOTIC'])
      for (const act of ['read', 'list', 'write'] as const)
        expect(describeFsError(of(code), act)).not.toContain('raw words')
  })

  it('says that a name may not be UTF-8', () => {
    expect(() => readFile('\uFFFD.json')).toThrow('no such file; if its name is not UTF-8, rename it')
  })

  it('returns the message of other errors', () => {
    expect(describeFsError(new Error('raw words'))).toBe('raw words')
    expect(describeFsError('raw words')).toBe('raw words')
  })
})
