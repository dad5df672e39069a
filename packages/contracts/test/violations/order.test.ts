import { compileSchema } from '@workbench/contracts'

import { baseArtifact, contracts } from '../rules/artifacts.ts'
import { edited } from '@workbench/test-support/json/edit-json'
import { pathsAndKeywords, violationsOf } from '../support/violations-of.ts'

describe('the order of violations', () => {
  const schema = {
    type: 'object',
    required: ['first', 'second', 'third'],
    properties: {
      first: { type: 'string' },
      second: { type: 'string' },
      third: {
        type: 'array',
        minItems: 3,
        items: {
          type: 'object',
          required: ['id'],
          properties: { id: { type: 'string' }, name: { type: 'string' } },
          additionalProperties: false,
        },
      },
    },
    additionalProperties: false,
  }
  const artifact = {
    other: 1,
    third: [
      { name: 1, more: 2 },
      { id: 1, name: 2 },
    ],
    another: 2,
    first: 3,
  }
  const inOrder = [
    '/second required',
    '/other additionalProperties',
    '/third minItems',
    '/third/0/id required',
    '/third/0/name type',
    '/third/0/more additionalProperties',
    '/third/1/id type',
    '/third/1/name type',
    '/another additionalProperties',
    '/first type',
  ]

  test('of validate() is that of the artifact, with a missing member at the start of its object', () => {
    expect(pathsAndKeywords(compileSchema(schema).validate(artifact))).toEqual(inOrder)
  })

  test('of validateText() is the same, and lines and columns ascend', () => {
    for (const indent of [0, 2]) {
      const verdict = compileSchema(schema).validateText(JSON.stringify(artifact, null, indent))
      expect(pathsAndKeywords(verdict)).toEqual(inOrder)
      const positions = violationsOf(verdict).map(({ line = NaN, column = NaN }) => line * 10_000 + column)
      expect(positions).toEqual([...positions].sort((a, b) => a - b))
    }
  })

  test('of validate() follows the order of the members in the artifact', () => {
    const { first, another, third, other } = artifact
    expect(pathsAndKeywords(compileSchema(schema).validate({ first, another, third, other }))).toEqual([
      '/second required',
      '/first type',
      '/another additionalProperties',
      ...inOrder.slice(2, 8),
      '/other additionalProperties',
    ])
  })

  test('of two violations of one member is the same for validate() and validateText()', () => {
    const { validate, validateText } = contracts.get('tracker-item.v1')
    const item = edited(baseArtifact('tracker-item.v1'), [
      { set: '/flow', to: { historyRead: false, enteredReview: 5 } },
    ])
    const fromText = pathsAndKeywords(validateText(JSON.stringify(item)))
    expect([...fromText].sort()).toEqual(['/flow/enteredReview properties', '/flow/enteredReview type'])
    expect(pathsAndKeywords(validate(item))).toEqual(fromText)
  })

  test('contains a violation once if two references lead to its keyword', () => {
    const schema = {
      $defs: { text: { type: 'string' } },
      $ref: '#/$defs/text',
      if: {},
      then: { $ref: '#/$defs/text' },
    }
    expect(pathsAndKeywords(compileSchema(schema).validate(1))).toEqual([' type'])
  })

  test('contains all of 3,000 violations', () => {
    const many = Array.from({ length: 3000 }, (_, index) => index)
    const verdict = compileSchema({ items: { type: 'string' } }, { maxViolations: 3000 }).validate(many)
    expect(pathsAndKeywords(verdict)).toEqual(many.map((index) => `/${index} type`))
  })
})
