import {
  requireExpectedVersion,
  ResourceNotFound,
  RuleViolation,
  StoreUnavailable,
  VersionMismatch,
} from '../../src/domain/errors.ts'
import { requireWritten, type Write } from '../../src/domain/write.ts'

test('ResourceNotFound has the resource type and the identifier', () => {
  const error = new ResourceNotFound('Project', 'p1')
  expect(error).toMatchObject({ name: 'ResourceNotFound', resourceType: 'Project', identifier: 'p1' })
  expect(error.message).toBe('Project p1 does not exist')
})

test('VersionMismatch has the current version', () => {
  const error = new VersionMismatch('Task', 't1', '7')
  expect(error).toMatchObject({ name: 'VersionMismatch', version: '7' })
  expect(error.message).toBe('Task t1 does not have the expected version; read it again')
})

test('StoreUnavailable keeps its cause', () => {
  const cause = new Error('connect ECONNREFUSED')
  const error = new StoreUnavailable('unavailable', { cause })
  expect(error).toMatchObject({ name: 'StoreUnavailable', message: 'unavailable', cause })
})

const notWritten = (write: Write<never>) => () => requireWritten('Task', 't1', write)

test('requireWritten() throws a RuleViolation whose from and to are the status of the read-only project', () => {
  const message = 'Project p1 is ARCHIVED and read-only; reactivate it first'
  const error = new RuleViolation(message, 'ARCHIVED', 'ARCHIVED')
  expect(notWritten({ outcome: 'read-only', projectId: 'p1', status: 'ARCHIVED' })).toThrow(error)
})

test('requireWritten() throws a RuleViolation from the current to the requested status', () => {
  const error = new RuleViolation('A task cannot move from DONE to TODO', 'DONE', 'TODO')
  expect(notWritten({ outcome: 'transition-refused', from: 'DONE', to: 'TODO' })).toThrow(error)
})

test.each([
  ['undefined', undefined],
  ['any', 'any'],
  ['a list with the version', ['1', '2']],
] as const)(
  'requireExpectedVersion() accepts version 2 if the expected versions are %s',
  (_name, expected) => {
    expect(() => {
      requireExpectedVersion('Project', 'p1', '2', expected)
    }).not.toThrow()
  },
)

test.each([[[]], [['1', '3']]])(
  'requireExpectedVersion() throws VersionMismatch for version 2 if the expected versions are %j',
  (expected) => {
    expect(() => {
      requireExpectedVersion('Project', 'p1', '2', expected)
    }).toThrow(new VersionMismatch('Project', 'p1', '2'))
  },
)
