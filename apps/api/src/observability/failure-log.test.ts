import { pino } from 'pino'

import { createFailureLog } from './failure-log.ts'

type Line = Record<string, unknown>

function logTo(lines: Line[], now = () => 0) {
  const logger = pino({}, { write: (line: string) => lines.push(JSON.parse(line) as Line) })
  return createFailureLog({
    logger,
    level: 'warn',
    message: 'failed',
    isDown: (error) => error instanceof Error && error.name === 'Error',
    now,
  })
}

test('createFailureLog() logs one line without a stack for many errors while a dependency is down', () => {
  const lines: Line[] = []
  const logFailure = logTo(lines)
  for (let i = 0; i < 100; i++) logFailure(new Error('connect ECONNREFUSED'))
  expect(lines).toEqual([expect.objectContaining({ cause: 'Error: connect ECONNREFUSED', msg: 'failed' })])
  expect(JSON.stringify(lines)).not.toContain('at ')
})

test('createFailureLog() counts the errors since the last line', () => {
  const lines: Line[] = []
  let second = 0
  const logFailure = logTo(lines, () => second * 1_000)
  for (; second <= 20; second++) logFailure(new Error('down'))
  expect(lines.map(({ count }) => count)).toEqual([undefined, 10, 10])
})

test('createFailureLog() logs every other error with its stack', () => {
  const lines: Line[] = []
  const logFailure = logTo(lines)
  logFailure(new Error('down'))
  for (let i = 0; i < 2; i++) logFailure(new TypeError('a bug'))
  expect(lines.map(({ err }) => (err as Error | undefined)?.message)).toEqual([undefined, 'a bug', 'a bug'])
})
