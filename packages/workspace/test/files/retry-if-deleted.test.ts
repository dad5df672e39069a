import { WorkingAreaError } from '@workbench/workspace'

import { retryIfDeleted } from '../../src/files/retry-if-deleted.ts'
import { thrownBy } from '../thrown.ts'

const systemError = (code: string): Error =>
  new WorkingAreaError('Cannot write a.json', { cause: Object.assign(new Error(code), { code }) })

/** Runs a write that fails a number of times. Returns the result or the error, and the number of attempts. */
function retry(error: Error, failures: number) {
  let attempts = 0
  const write = () => {
    if (++attempts <= failures) throw error
    return 'written'
  }
  let result: string | undefined
  const thrown = thrownBy(() => (result = retryIfDeleted(write)))
  return { result, thrown, attempts }
}

describe('retryIfDeleted()', () => {
  it('repeats a write if a file that it needs was deleted, up to five times', () => {
    const error = systemError('ENOENT')
    expect(retry(error, 4)).toEqual({ result: 'written', thrown: undefined, attempts: 5 })
    expect(retry(error, 5)).toEqual({ result: undefined, thrown: error, attempts: 5 })
  })

  it.each([
    ['another system error', systemError('ENOSPC')],
    ['an error without a cause', new WorkingAreaError('x')],
    ['an error of Node.js', Object.assign(new Error('ENOENT'), { code: 'ENOENT' })],
    ['any other error with that cause', new Error('x', { cause: { code: 'ENOENT' } })],
  ])('does not repeat it after %s', (_, error) => {
    expect(retry(error, 1)).toEqual({ result: undefined, thrown: error, attempts: 1 })
  })
})
