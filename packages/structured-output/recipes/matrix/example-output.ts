import { readFileSync } from 'node:fs'

import type { Contract } from '@workbench/contracts'

import { modelOutputOf } from '../../test/support/model-output.ts'
import { toModelSchema } from '@workbench/structured-output'
import { options } from '../recipe.ts'

const examples = new URL('../../../../docs/examples/valid/', import.meta.url)

/** The example of a contract, and what a model writes for it. */
export function exampleOutput(contract: Contract<object>) {
  const text = readFileSync(new URL(`${contract.id}.json`, examples), 'utf8')
  const example = { ...(JSON.parse(text) as object), ...options.set }
  const schema = toModelSchema(contract, { ...options, target: 'openai-strict' })
  const complete = modelOutputOf(contract.id, example, schema) as Readonly<Record<string, unknown>>
  const { required, properties } = contract.schema as {
    readonly required: readonly string[]
    readonly properties: Readonly<Record<string, object>>
  }
  // A member with one allowed value is set if it is missing.
  const missing =
    required.findLast((name) => name in complete && !('const' in (properties[name] ?? {}))) ?? ''
  const { [missing]: _, ...broken } = complete
  return { example, complete, broken, missing }
}
