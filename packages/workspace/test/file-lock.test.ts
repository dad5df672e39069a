import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'

import { withLock } from '../src/files/file-lock.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { thrownBy } from './thrown.ts'

const newLock = () => {
  const folder = temporaryFolder()
  return { folder, file: join(folder, 'a.lock') }
}

describe('withLock()', () => {
  it('creates the lock for the call and deletes it afterwards, also after an error', () => {
    const { folder, file } = newLock()
    expect(withLock(folder, 'a', () => readFileSync(file, 'utf8'))).toContain(`${hostname()} pid:[`)
    expect(readdirSync(folder)).toEqual([])
    const error = thrownBy(() =>
      withLock(folder, 'a', () => {
        throw new Error('x')
      }),
    )
    expect(error).toMatchObject({ message: 'x' })
    expect(readdirSync(folder)).toEqual([])
  })

  it('takes over the lock of a process that has ended, at once', () => {
    const { folder, file } = newLock()
    const mine = withLock(folder, 'a', () => readFileSync(file, 'utf8'))
    writeFileSync(file, mine.replace(/ \d+ /, ' 999999999 '))
    const started = Date.now()
    expect(withLock(folder, 'a', () => 1)).toBe(1)
    expect(Date.now() - started).toBeLessThan(3_000)
    expect(readdirSync(folder)).toEqual([])
  })

  it.each(['otherhost pid:[1] 1 x', 'unknown x', ''])(
    'takes over a lock that has not changed for some seconds, if its owner cannot be found: %j',
    (owner) => {
      const { folder, file } = newLock()
      writeFileSync(file, owner)
      expect(withLock(folder, 'a', () => 1)).toBe(1)
      expect(readdirSync(folder)).toEqual([])
    },
  )

  it('gives up after 30 seconds in which other processes take the lock one after another', () => {
    const { folder, file } = newLock()
    const mine = withLock(folder, 'a', () => readFileSync(file, 'utf8'))
    let seconds = 0
    const now = import.meta.jest.spyOn(performance, 'now').mockImplementation(() => {
      writeFileSync(file, `${mine}${seconds}`)
      return 1000 * seconds++
    })
    const error = thrownBy(() => withLock(folder, 'a', () => 1))
    now.mockRestore()
    expect(error).toMatchObject({
      name: 'WorkingAreaError',
      message: 'Another process holds a.lock in tmp; retry',
    })
    expect(seconds).toBeGreaterThan(30)
    expect(readdirSync(folder)).toEqual(['a.lock'])
  })

  it('check() throws if another process has taken the lock over, and keeps the lock of that process', () => {
    const { folder, file } = newLock()
    const error = thrownBy(() =>
      withLock(folder, 'a', ({ check }) => {
        check()
        writeFileSync(file, 'other')
        check()
      }),
    )
    expect(error).toMatchObject({ name: 'WorkingAreaError', message: 'a was written meanwhile; retry' })
    expect(readFileSync(file, 'utf8')).toBe('other')
  })

  it.each([
    ['a link', (file: string) => symlinkSync('/etc/passwd', file)],
    ['a named pipe', (file: string) => execFileSync('mkfifo', [file])],
  ])('refuses %s with the name of the lock', (_, make) => {
    const { folder, file } = newLock()
    make(file)
    expect(thrownBy(() => withLock(folder, 'a', () => 1))).toMatchObject({
      name: 'UnsafePathError',
      message: 'a.lock in tmp is not a file; delete it',
    })
    expect(readdirSync(folder)).toEqual(['a.lock'])
  })
})
