import {
  INITIAL_PROJECT_STATUS,
  isWritable,
  PROJECT_COMMANDS,
  PROJECT_STATUSES,
  WRITABLE_PROJECT_STATUSES,
} from '../../src/domain/project.ts'
import {
  DEFAULT_TASK_PRIORITY,
  INITIAL_TASK_STATUS,
  statusesBefore,
  TASK_PRIORITIES,
  TASK_STATUSES,
} from '../../src/domain/task.ts'

test('statuses and priorities are listed in ascending sort order', () => {
  expect(PROJECT_STATUSES).toEqual(['ACTIVE', 'ARCHIVED'])
  expect(TASK_STATUSES).toEqual(['TODO', 'IN_PROGRESS', 'DONE'])
  expect(TASK_PRIORITIES).toEqual(['LOW', 'MEDIUM', 'HIGH'])
})

test('a new project is ACTIVE; a new task is TODO with priority MEDIUM', () => {
  expect(INITIAL_PROJECT_STATUS).toBe('ACTIVE')
  expect(INITIAL_TASK_STATUS).toBe('TODO')
  expect(DEFAULT_TASK_PRIORITY).toBe('MEDIUM')
})

test('PROJECT_COMMANDS has the status after each command', () => {
  expect(PROJECT_COMMANDS).toEqual({ archive: 'ARCHIVED', reactivate: 'ACTIVE' })
})

test.each([
  ['ACTIVE', true],
  ['ARCHIVED', false],
] as const)('isWritable(%j) is %j', (status, expected) => {
  expect(isWritable(status)).toBe(expected)
})

test('WRITABLE_PROJECT_STATUSES is ACTIVE alone', () => {
  expect(WRITABLE_PROJECT_STATUSES).toEqual(['ACTIVE'])
})

test.each([
  ['TODO', ['IN_PROGRESS']],
  ['IN_PROGRESS', ['TODO']],
  ['DONE', ['TODO', 'IN_PROGRESS']],
] as const)('statusesBefore(%j) is %j', (status, expected) => {
  expect(statusesBefore(status)).toEqual(expected)
})
