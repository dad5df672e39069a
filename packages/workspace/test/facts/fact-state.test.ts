import { writeFileSync } from 'node:fs'

import { factState } from '@workbench/workspace'

import { newMemory, textOf } from './new-memory.ts'
import { risk, TODAY } from '../project.ts'

/** The state of the first fact of a memory with these files. */
function stateOfFirst(...texts: readonly string[]) {
  const { at, read } = newMemory()
  for (const [index, text] of texts.entries()) writeFileSync(at('memory', `fact-000${index + 1}.json`), text)
  const [entry] = read()
  return entry && factState(entry, TODAY)
}

describe('factState()', () => {
  it('returns the fact if it is current', () => {
    expect(stateOfFirst(textOf('fact-0001', { expires: TODAY }))).toEqual({
      name: 'current',
      fact: expect.objectContaining({ id: 'fact-0001' }) as unknown,
    })
  })

  it('returns the last day of a fact that has expired', () => {
    const text = textOf('fact-0001', { expires: '2026-01-30' })
    expect(stateOfFirst(text)).toEqual({ name: 'expired', on: '2026-01-30' })
  })

  it('returns the successors of a fact, also of an invalid one', () => {
    const successor = textOf('fact-0002', { supersedes: 'fact-0001' })
    for (const text of [textOf('fact-0001'), '{'])
      expect(stateOfFirst(text, successor)).toEqual({ name: 'superseded', by: ['fact-0002'] })
  })

  it.each([
    ['its first violation', textOf('fact-0001', { title: 7 }), /^\/title Expected a string/],
    ['another id', textOf('fact-0009'), /fact-0009/],
    [
      'another contract',
      JSON.stringify({ schema: 'risk.v1', producedBy: 'a', ...risk }),
      /^it is a valid artifact of another contract$/,
    ],
  ])('names as the reason of an invalid fact %s', (_, text, reason) => {
    expect(stateOfFirst(text)).toEqual({
      name: 'invalid',
      reason: expect.stringMatching(reason) as unknown,
    })
  })
})
