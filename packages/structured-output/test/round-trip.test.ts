import assert from 'node:assert/strict'

import { contracts } from '@workbench/contracts/builtin'
import { artifactOf } from '@workbench/test-support/arbitrary-artifacts'
import { ids, schemaOf } from '@workbench/test-support/contract-files'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'

import { repetitions } from '@workbench/test-support/repetitions'
import { fromModelOutput, type Target, toModelSchema } from '../src/index.ts'
import { modelOutputOf } from './support/model-output.ts'

const targets: readonly Target[] = ['openai-strict', 'anthropic', 'json-schema']
const omit = ['schema', 'producedBy']
const ajvOptions = { strict: false, validateFormats: false }

/** JSON text has no `-0`. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** Optional members for which null is a value: a model that has to write each member cannot leave them out. */
const NULL_IS_A_VALUE: Readonly<Record<string, readonly string[]>> = {
  'adr.v1': ['supersedes'],
  'fact.v1': ['expires', 'supersedes'],
}

/** The artifact with null in place of absent members for which null is a value. */
const withNulls = (id: string, artifact: object): object => ({
  ...Object.fromEntries((NULL_IS_A_VALUE[id] ?? []).map((name) => [name, null])),
  ...artifact,
})

describe.each(ids)('the round trip of %s', (id) => {
  const contract = contracts.get<string>(id)

  test('loses nothing of generated artifacts with any target', () => {
    const models = targets.map((target) => {
      const schema = toModelSchema(contract, { omit, target })
      return { target, schema, accepts: new Ajv2020(ajvOptions).compile(schema) }
    })
    fc.assert(
      fc.property(artifactOf(id), (artifact) => {
        const { producedBy } = artifact as { readonly producedBy: string }
        for (const { target, schema, accepts } of models) {
          const output = modelOutputOf(id, artifact, schema)
          const restored = fromModelOutput(contract, output, { set: { producedBy } }).artifact
          const expected = target === 'anthropic' ? (artifact as object) : withNulls(id, artifact as object)
          if (!accepts(output)) throw new Error(`${target}: ${JSON.stringify(accepts.errors)}`)
          assert.deepStrictEqual(asJson(restored), asJson(expected))
        }
      }),
      { numRuns: repetitions(150, 10_000) },
    )
  })

  it('has no other optional members for which null is a value', () => {
    const { properties, required } = schemaOf(id) as {
      readonly properties: Readonly<Record<string, { readonly type?: unknown }>>
      readonly required: readonly string[]
    }
    const nullable = Object.entries(properties).filter(
      ([name, { type }]) => !required.includes(name) && [type].flat().includes('null'),
    )
    expect(nullable.map(([name]) => name)).toEqual(NULL_IS_A_VALUE[id] ?? [])
  })
})
