import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

import { replaceFile } from '@workbench/workspace'

import { temporaryFolder } from '@workbench/test-support/temporary-folder'
import { thrownBy } from '../thrown.ts'

describe('replaceFile()', () => {
  it.each([0o600, 0o644, 0o755])('replaces the content and keeps the mode %o', (mode) => {
    const folder = temporaryFolder()
    const path = join(folder, 'a.json')
    writeFileSync(path, 'old', { mode })
    replaceFile(path, 'new')
    expect(readFileSync(path, 'utf8')).toBe('new')
    expect(statSync(path).mode & 0o7777).toBe(mode)
    expect(readdirSync(folder)).toEqual(['a.json'])
  })

  it('keeps a link, and replaces the file that it names in its own folder', () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'target'))
    const target = join(folder, 'target', 'a.json')
    writeFileSync(target, 'old')
    symlinkSync(target, join(folder, 'link.json'))
    replaceFile(join(folder, 'link.json'), 'new')
    expect(lstatSync(join(folder, 'link.json')).isSymbolicLink()).toBe(true)
    expect(readFileSync(target, 'utf8')).toBe('new')
    expect(readdirSync(join(folder, 'target'))).toEqual(['a.json'])
  })

  it('throws a WorkingAreaError and keeps the file if another process has changed it since it was read', () => {
    const folder = temporaryFolder()
    const path = join(folder, 'a.json')
    writeFileSync(path, 'new')
    expect(thrownBy(() => replaceFile(path, 'fixed', Buffer.from('old')))).toMatchObject({
      name: 'WorkingAreaError',
      message: `Cannot write ${path}: another process has changed it; read it again`,
    })
    expect(readFileSync(path, 'utf8')).toBe('new')
    expect(readdirSync(folder)).toEqual(['a.json'])
    replaceFile(path, 'fixed', Buffer.from('new'))
    expect(readFileSync(path, 'utf8')).toBe('fixed')
  })

  it('throws a WorkingAreaError that names a file that does not exist, and creates nothing', () => {
    const folder = temporaryFolder()
    const path = join(folder, 'missing.json')
    expect(thrownBy(() => replaceFile(path, 'new'))).toMatchObject({
      name: 'WorkingAreaError',
      message: expect.stringMatching(`^Cannot write ${path}: `) as unknown,
    })
    expect(readdirSync(folder)).toEqual([])
  })
})
