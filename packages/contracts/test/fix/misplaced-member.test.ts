import { compileSchema, fixText, type Json } from '@workbench/contracts'

import { contracts } from '../rules/artifacts.ts'
import { validFinding } from '../support/valid-finding.ts'
import { violationsOf } from '../support/violations-of.ts'

const text = { type: 'string' }
const object = (properties: object, required: readonly string[] = []): object => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

/** A release with its parts. */
const release = compileSchema(
  object(
    {
      title: text,
      risks: { type: 'array', items: text },
      approval: text,
      sprint: object({ id: text, goal: text, velocity: { type: 'integer' } }),
      build: object({ commit: text, duration: { type: 'integer' } }),
      deployment: object({ duration: { type: 'integer' }, region: text }),
    },
    ['title', 'risks', 'approval'],
  ),
)

const movesOf = (value: Json): string[] =>
  violationsOf(release.validate(value)).flatMap(({ fix = [] }) =>
    fix.flatMap((operation) => (operation.op === 'move' ? [`${operation.from} to ${operation.path}`] : [])),
  )

describe('a member of another level', () => {
  const others = { title: 'a', risks: [], approval: 'b' }
  const { approval: _, ...withoutApproval } = others

  test.each<[string, Json, string]>([
    [
      'the object around it requires it',
      { ...withoutApproval, sprint: { approval: 'x' } },
      '/sprint/approval to /approval',
    ],
    [
      'only one object beside it has it',
      { ...others, sprint: {}, velocity: 3 },
      '/velocity to /sprint/velocity',
    ],
  ])('is moved if %s', (_what, value, move) => {
    expect(movesOf(value)).toEqual([move])
  })

  test.each<[string, Json]>([
    ['any object can have a title', { risks: [], approval: 'b', sprint: { title: 'Sprint 12' } }],
    ['any object can have an id', { ...others, sprint: {}, id: '12' }],
    ['its type does not fit', { ...withoutApproval, sprint: { approval: ['x'] } }],
    ['its type does not fit the object beside it', { ...others, sprint: {}, velocity: 'high' }],
    ['two objects have it', { ...withoutApproval, sprint: { approval: 'x' }, build: { approval: 'y' } }],
    ['two objects beside it can have it', { ...others, build: {}, deployment: {}, duration: 3 }],
    ['a member of its object has a similar name', { ...withoutApproval, sprint: { gaol: 'x' } }],
    ['the object around it has one', { ...others, sprint: { approval: 'x' } }],
  ])('stays if %s', (_what, value) => {
    expect(movesOf(value)).toEqual(movesOf(value).filter((move) => /^(\S+)\/\w+ to \1\/\w+$/.test(move)))
  })
})

describe('the members of an object that is not known', () => {
  test('are moved if they are all that is missing', () => {
    const { schema, producedBy, ...members } = validFinding
    const moves = violationsOf(contracts.get('finding.v1').validate({ schema, producedBy, finding: members }))
    expect(moves.flatMap(({ fix = [] }) => fix)).toHaveLength(Object.keys(members).length + 1)
  })

  test('are moved if they are all members of the value, and one is missing or has another spelling', () => {
    const { schema, producedBy, failureScenario, title: _title, ...members } = validFinding
    const finding = { schema, produced_by: producedBy, failure_scenario: failureScenario, ...members }
    const { text } = fixText(contracts.get('finding.v1'), JSON.stringify({ finding }))
    expect(JSON.parse(text)).toEqual({ schema, producedBy, failureScenario, ...members })
  })

  test.each<[string, Json]>([
    ['something else is missing', { risks: [], previous: { title: 'x' } }],
    ['only a general name is missing', { risks: [], approval: 'b', previous: { title: 'x' } }],
    ['nothing is missing', { title: 'a', risks: [], approval: 'b', previous: { sprint: {} } }],
  ])('stay if %s', (_what, value) => {
    expect(movesOf(value)).toEqual([])
  })
})

test('the title of a sprint is not the title of its item', () => {
  const item = {
    schema: 'tracker-item.v1',
    producedBy: 'a',
    provider: 'jira',
    sourceId: 'A-1',
    type: 'bug',
    state: 'done',
    nativeState: 'Done',
  }
  const contract = contracts.get('tracker-item.v1')
  const inSprint = { ...item, sprint: { id: '12', title: 'Sprint 12', state: 'active' } }
  const beside = { ...item, title: 'b', id: '12', name: 'Sprint 12', startedAt: '2026-01-01' }
  for (const value of [inSprint, beside])
    expect(violationsOf(contract.validate(value)).filter(({ fix }) => fix)).toEqual([])
})
