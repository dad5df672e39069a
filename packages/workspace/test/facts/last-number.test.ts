import { existsSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'

import { setTimeout as sleep } from 'node:timers/promises'

import { newMemory } from './new-memory.ts'

describe('the cache of the last number', () => {
  const IGNORED = { file: 'fact-1.json', reason: 'as the cache says' }

  /** Replaces the list in the cache. */
  function cached(ignored: unknown) {
    const memory = newMemory()
    memory.write()
    const file = memory.at('tmp', 'fact-0001.last')
    const content = JSON.parse(readFileSync(file, 'utf8')) as object
    writeFileSync(file, JSON.stringify({ ...content, ignored }))
    return { ...memory, file }
  }

  it.each([
    ['no list', 'none'],
    ['an empty text', ''],
    ['null in the list', [null]],
    ['an entry without a reason', [IGNORED, { file: 'fact-1.json' }]],
    ['an entry without a name', [{ reason: 'x' }, IGNORED]],
    ['an entry with a number', [{ ...IGNORED, file: 1 }]],
    ['an object', { length: 0 }],
  ])('is not used if it has %s', (_, ignored) => {
    expect(cached(ignored).write()).toMatchObject({ id: 'fact-0002', ignored: [] })
  })

  it('is not used if it is a link, or has another name', () => {
    for (const name of [
      'fact-0001.last',
      'fact-001.last',
      'xfact-0001.last',
      'fact-0001.last.x',
      'fact-0002.last',
    ]) {
      const { at, file, write } = cached([IGNORED])
      renameSync(file, at('tmp', 'moved'))
      if (name === 'fact-0001.last') symlinkSync('moved', file)
      else renameSync(at('tmp', 'moved'), at('tmp', name))
      expect(write()).toMatchObject({ id: 'fact-0002', ignored: [] })
      expect(existsSync(at('tmp', name))).toBe(name !== 'fact-0001.last')
    }
  })

  it.each(['memory', 'records'])(
    'is not used after another program has changed the folder %s',
    async (folder) => {
      const { at, write } = newMemory()
      write()
      await sleep(20)
      writeFileSync(at('records', `fact-0007.${'0'.repeat(64)}`), '')
      if (folder === 'memory') {
        renameSync(at('records', `fact-0007.${'0'.repeat(64)}`), at('memory', 'fact-0007.json'))
      }
      expect(write().id).toBe('fact-0008')
    },
  )

  it('is the one with the highest number', () => {
    const { at, file, write } = cached([IGNORED])
    const content = JSON.parse(readFileSync(file, 'utf8')) as object
    for (const last of [3000, 10000, 9999])
      writeFileSync(at('tmp', `fact-${last}.last`), JSON.stringify({ ...content, last }))
    expect(write()).toMatchObject({ id: 'fact-10001', ignored: [{ reason: IGNORED.reason }] })
    expect(readdirSync(at('tmp'))).toEqual(['fact-10001.last'])
  })
})
