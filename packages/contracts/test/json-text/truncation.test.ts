import { readFileSync } from 'node:fs'

import { contracts } from '../rules/artifacts.ts'
import { positionIn } from '@workbench/test-support/json/json-writer'
import { violationsOf } from '../support/violations-of.ts'

const example = (id: string): string =>
  readFileSync(new URL(`../../../../docs/examples/valid/${id}.json`, import.meta.url), 'utf8').trimEnd()

/** Every seventh offset: cuts in tokens of each kind, and between them. */
const cuts = (text: string): number[] =>
  Array.from({ length: Math.floor(text.length / 7) }, (_, index) => 7 * index + 1)

describe('a valid artifact that is cut off', () => {
  test.each(contracts.ids)('has only the violation of its truncation, wherever it is cut: %s', (id) => {
    const text = example(id)
    const contract = contracts.get(id)
    const found = cuts(text).map((at) => {
      const violations = violationsOf(contract.validateText(text.slice(0, at)))
      // A number that ends with its decimal point is a mistake of its own.
      return violations.filter(({ message }) => !message.includes('write it as'))
    })
    const wrong = found.filter(
      ([violation, ...others]) =>
        others.length > 0 ||
        violation?.keyword !== 'syntax' ||
        !violation.message.includes('received the end of the text inside'),
    )
    expect(wrong).toEqual([])
  })

  test('is reported at its end, without white space', () => {
    const text = example('review.v1')
    for (const at of cuts(text)) {
      const before = text.slice(0, at).trimEnd().replace(/\.$/, '')
      const { line, column } = positionIn(before, before.length)
      for (const ending of ['', '\n']) {
        const violations = violationsOf(contracts.get('review.v1').validateText(before + ending))
        expect(violations).toMatchObject([{ line, column }])
      }
    }
  })

  test.each([
    ['in a string', '{"a":"b', 'inside a string: the artifact is cut off; write it again in full'],
    ['in a name', '{"a":1,"b', 'inside a string: the artifact is cut off; write it again in full'],
    ['in an array', '{"a":[\n1,', 'inside an array: the artifact is cut off; write it again in full'],
    ['between members', '{"a":[1],\n"b":{"c":2}', 'inside an object: add "}", unless content is missing'],
  ])('is described by where it ends: %s', (_where, text, message) => {
    const messages = violationsOf(contracts.get('plan.v1').validateText(text)).map((each) => each.message)
    expect(
      messages.filter((each) => each.endsWith(`; received the end of the text ${message}`)),
    ).toHaveLength(1)
  })

  test('has the violations of what was written completely', () => {
    const text = example('finding.v1')
      .replace(/"severity": "\w+"/, '"severity": "High"')
      .replace('"kind"', '"knid"')
    const cut = text.slice(0, text.indexOf('"excerpt"') + 40)
    const found = violationsOf(contracts.get('finding.v1').validateText(cut))
    expect(found.map(({ path, keyword }) => [path, keyword])).toEqual([
      ['/severity', 'enum'],
      ['/evidence/0/knid', 'additionalProperties'],
      ['', 'syntax'],
    ])
  })

  test.each([
    ['the unexpected member in which the text ends', '"place":{"fi', ['/place', 'additionalProperties']],
    ['the wrong type of a string in which the text ends', '"effortHours":"4 ho', ['/effortHours', 'type']],
    ['no wrong type of a number that can go on', '"location":{"file":"a","line":1.5', undefined],
  ])('has %s', (_what, end, violation) => {
    const { schema, title } = JSON.parse(example('finding.v1')) as Record<string, unknown>
    const text = `${JSON.stringify({ schema, title }).slice(0, -1)},${end}`
    const found = violationsOf(contracts.get('finding.v1').validateText(text))
    const expected = [violation, ['', 'syntax']].filter((each) => each !== undefined)
    expect(found.map(({ path, keyword }) => [path, keyword])).toEqual(expected)
  })
})
