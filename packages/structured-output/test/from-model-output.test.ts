import { adrV1, findingV1, planV1 } from '@workbench/contracts/builtin'

import { compileSchema } from '@workbench/contracts'

import { fromModelOutput, toModelSchema } from '../src/index.ts'

const set = { producedBy: 'reviewer' }

const finding = {
  id: 'F-1',
  severity: 'high',
  title: 'A retry creates a second order',
  summary: 'The key of a request is not stored.',
  failureScenario: 'A client retries after a timeout.',
  confidence: 'high',
}

const plan = (gate: unknown) => ({
  goal: 'Orders are stored once.',
  waves: [{ id: 'w1', tasks: [{ id: 't1', description: 'Store the key.', agent: 'developer' }], gate }],
  rollback: null,
})

const violationsOf = ({ verdict }: ReturnType<typeof fromModelOutput>) =>
  verdict.valid ? [] : verdict.violations.map(({ path, keyword }) => `${path} ${keyword}`)

describe('fromModelOutput()', () => {
  it('adds the members that the program knows, and leaves out nulls of optional members', () => {
    const output = { ...finding, category: null, location: { file: 'a.ts', line: null, component: null } }
    expect(fromModelOutput(findingV1, output, { set })).toEqual({
      verdict: { valid: true },
      artifact: { schema: 'finding.v1', ...set, ...finding, location: { file: 'a.ts' } },
    })
  })

  it('keeps null of a required member, and null that is a value', () => {
    expect(violationsOf(fromModelOutput(findingV1, { ...finding, title: null }, { set }))).toEqual([
      '/title type',
    ])
    const { value } = fromModelOutput(adrV1, { supersedes: null }, { set })
    expect(value).toHaveProperty('supersedes', null)
  })

  it.each([
    [{ type: ['array', 'string'] }, false],
    [{ type: ['number', 'object'] }, false],
    [{ enum: [{ a: 1 }, 'x'] }, false],
    [{ type: 'string', enum: ['x', null] }, false],
    [{ $ref: '#' }, false],
    [{ $ref: '#/$defs/list', type: ['array', 'null', 'string'] }, false],
    [{ if: { type: ['null', 'array'] }, then: { type: ['array', 'object'] } }, false],
    [{ if: { type: ['string', 'array'] }, then: { maxLength: 3 } }, true],
    [{ type: ['array', 'string', 'null'] }, true],
    [{ enum: [{ a: 1 }, null] }, true],
    [{}, true],
  ])('leaves out null of an optional member unless null is a value: %j', (member, isValue) => {
    const contract = compileSchema({
      type: 'object',
      properties: { name: { type: 'string' }, member },
      required: ['name'],
      additionalProperties: false,
      $defs: { list: { type: ['array', 'string'] } },
    })
    const schema = toModelSchema(contract, { target: 'openai-strict' })
    expect(schema.required).toEqual(['name', 'member'])
    const { description = '' } = schema.properties['member'] ?? {}
    expect(String(description).includes('Null leaves it out.')).toBe(!isValue)
    expect(fromModelOutput(contract, '{"name":"x","member":null}')).toEqual({
      verdict: { valid: true },
      artifact: isValue ? { name: 'x', member: null } : { name: 'x' },
    })
  })

  it('turns JSON texts into their values', () => {
    const { artifact } = fromModelOutput(planV1, plan('{"tests": {"__proto__": 1}}'), { set })
    expect(JSON.stringify(artifact?.waves[0]?.gate)).toBe('{"tests":{"__proto__":1}}')
    const { value } = fromModelOutput(
      adrV1,
      { drivers: ['{"a":1}', { json: '{"a":1}' }, { json: 'x', b: 1 }] },
      { set },
    ) as {
      readonly value: { readonly drivers: unknown }
    }
    expect(value.drivers).toEqual(['{"a":1}', { a: 1 }, { json: 'x', b: 1 }])
  })

  it.each(['tests pass', '[1]', '{"a":1,"a":2}'])('keeps the JSON text %j with a violation', (gate) => {
    const output = fromModelOutput(planV1, plan(gate), { set })
    expect(violationsOf(output)).toEqual(['/waves/0/gate syntax'])
    expect(JSON.stringify(output.value)).toContain(JSON.stringify(gate))
  })

  it('accepts an object in place of its JSON text', () => {
    expect(fromModelOutput(planV1, plan({ tests: 'pass' }), { set }).verdict).toEqual({ valid: true })
  })

  it('keeps unexpected members, which are violations', () => {
    const output = fromModelOutput(findingV1, { ...finding, note: null }, { set })
    expect(violationsOf(output)).toEqual(['/note additionalProperties'])
  })

  it.each([
    ['plain', JSON.stringify(finding)],
    ['in a fence with prose', `Here it is:\n\`\`\`json\n${JSON.stringify(finding)}\n\`\`\`\n`],
    ['with a trailing comma', JSON.stringify(finding).replace('}', ',}')],
  ])('reads text that is %s', (_, text) => {
    expect(fromModelOutput(findingV1, text, { set }).artifact).toEqual({
      schema: 'finding.v1',
      ...set,
      ...finding,
    })
  })

  it.each([
    ['is not JSON', 'I could not find anything.'],
    ['has a member twice', JSON.stringify(finding).replace('{', '{"id":"F-0",')],
  ])('rejects text that %s', (_, text) => {
    const output = fromModelOutput(findingV1, text, { set })
    expect([output.verdict.valid, output.artifact]).toEqual([false, undefined])
  })

  it.each([undefined, null, 1, []])('rejects %j', (output) => {
    expect(violationsOf(fromModelOutput(findingV1, output, { set }))).toEqual([' type'])
  })
})
