import type { Request, RequestHandler, Response } from 'express'

import { compose } from './compose.ts'

const request = {} as unknown as Request
const response = {} as unknown as Response

/** What the handlers did, and what they gave to the router. */
function run(...kinds: ('pass' | 'fail' | 'answer')[]): { called: number; outcomes: unknown[] } {
  const seen = { called: 0, outcomes: [] as unknown[] }
  const handlers = kinds.map((kind): RequestHandler => (_request, _response, next) => {
    seen.called++
    if (kind === 'pass') next()
    if (kind === 'fail') next(new Error(kind))
  })
  void compose(handlers)(request, response, (outcome?: unknown) => seen.outcomes.push(outcome))
  return seen
}

test('inTurn() goes on behind the last handler', () => {
  expect(run('pass', 'pass')).toEqual({ called: 2, outcomes: [undefined] })
})

test('inTurn() gives the router what a handler gives to next, and stops', () => {
  expect(run('pass', 'fail', 'pass')).toEqual({ called: 2, outcomes: [new Error('fail')] })
})

test('inTurn() stops where a handler answers', () => {
  expect(run('answer', 'pass')).toEqual({ called: 1, outcomes: [] })
})

test('inTurn() throws what a handler throws', () => {
  const handler = compose([
    () => {
      throw new Error('thrown')
    },
  ])
  expect(() => handler(request, response, () => undefined)).toThrow('thrown')
})
