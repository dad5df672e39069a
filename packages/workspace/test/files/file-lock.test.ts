import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'

import { withLock } from '../../src/files/file-lock.ts'
import { temporaryFolder } from '@workbench/test-support/temporary-folder'
import { thrownBy } from '../thrown.ts'

const newLock = () => {
  const folder = temporaryFolder()
  return { folder, file: join(folder, 'a.lock') }
}

/** The first time that a clock shows, in seconds. */
const START = 1000

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

  describe('with a lock that another process has left', () => {
    /** The seconds after which the lock is taken over, by a clock that advances by one with each look at it. */
    function secondsUntilTaken(change: (owner: string) => string): number {
      const { folder, file } = newLock()
      const mine = withLock(folder, 'a', () => readFileSync(file, 'utf8'))
      writeFileSync(file, change(mine))
      let seconds = START
      const now = import.meta.jest.spyOn(performance, 'now').mockImplementation(() => 1000 * seconds++)
      expect(withLock(folder, 'a', () => 1)).toBe(1)
      now.mockRestore()
      expect(readdirSync(folder)).toEqual([])
      return seconds - START
    }
    const ended = (owner: string) => owner.replace(/ \d+ /, ' 999999999 ')

    it('takes it over at once if that process has ended', () => {
      expect(secondsUntilTaken(ended)).toBeLessThan(4)
    })

    it('takes it over at once if a process that was taking it over has ended too', () => {
      const { folder, file } = newLock()
      const owner = ended(withLock(folder, 'a', () => readFileSync(file, 'utf8')))
      writeFileSync(file, owner)
      writeFileSync(`${file}.lock`, owner)
      const wait = import.meta.jest.spyOn(Atomics, 'wait')
      expect(withLock(folder, 'a', () => 1)).toBe(1)
      expect(wait).not.toHaveBeenCalled()
      wait.mockRestore()
      expect(readdirSync(folder)).toEqual([])
    })

    it.each<[string, (owner: string) => string]>([
      ['a process that runs', (owner) => owner],
      ['a process of another host', (owner) => `other${ended(owner)}`],
      ['a process of another namespace', (owner) => ended(owner).replace('pid:[', 'pid:[1')],
      ['an unknown process', () => 'unknown x'],
      ['a process of no host', () => ''],
      ['a process without an id', (owner) => owner.split(' ').slice(0, 2).join(' ')],
    ])('takes it over when it has not changed for five seconds, if it is that of %s', (_, change) => {
      const seconds = secondsUntilTaken(change)
      expect(seconds).toBeGreaterThan(7)
      expect(seconds).toBeLessThan(12)
    })
  })

  it('gives up after 30 seconds in which other processes take the lock one after another', () => {
    const { folder, file } = newLock()
    const mine = withLock(folder, 'a', () => readFileSync(file, 'utf8'))
    let seconds = START
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
    // The clock was read at 0 s, 1 s, … and 31 s.
    expect(seconds - START).toBe(32)
    expect(readdirSync(folder)).toEqual(['a.lock'])
  })

  it('takes a lock that is released while it waits, and does not wait without a pause', () => {
    const { folder, file } = newLock()
    const mine = withLock(folder, 'a', () => readFileSync(file, 'utf8'))
    writeFileSync(file, mine)
    const wait = import.meta.jest.spyOn(Atomics, 'wait')
    let reads = 0
    const now = import.meta.jest.spyOn(performance, 'now').mockImplementation(() => {
      if (++reads === 3) rmSync(file)
      return START
    })
    expect(withLock(folder, 'a', () => 1)).toBe(1)
    now.mockRestore()
    expect({ reads, pauses: wait.mock.calls.length }).toEqual({ reads: 3, pauses: 2 })
    wait.mockRestore()
    expect(readdirSync(folder)).toEqual([])
  })

  it('throws the error of a folder that does not exist', () => {
    let seconds = START
    const now = import.meta.jest.spyOn(performance, 'now').mockImplementation(() => 1000 * seconds++)
    const error = thrownBy(() => withLock(join(temporaryFolder(), 'missing'), 'a', () => 1))
    now.mockRestore()
    expect(error).toMatchObject({ code: 'ENOENT', syscall: 'open' })
  })

  it('check() throws if another process has taken the lock over, and keeps the lock of that process', () => {
    const { folder, file } = newLock()
    const error = thrownBy(() =>
      withLock(folder, 'a', (check) => {
        check()
        writeFileSync(file, 'other')
        check()
      }),
    )
    expect(error).toMatchObject({
      name: 'WorkingAreaError',
      message: 'Another process has taken over a.lock in tmp; retry',
    })
    expect(readFileSync(file, 'utf8')).toBe('other')
  })

  it.each([
    ['a link', (file: string) => symlinkSync('/etc/passwd', file)],
    ['a named pipe', (file: string) => execFileSync('mkfifo', [file])],
  ])('rejects %s with the name of the lock', (_, make) => {
    const { folder, file } = newLock()
    make(file)
    expect(thrownBy(() => withLock(folder, 'a', () => 1))).toMatchObject({
      name: 'UnsafePathError',
      message: 'a.lock in tmp is not a file; delete it',
    })
    expect(readdirSync(folder)).toEqual(['a.lock'])
  })
})
