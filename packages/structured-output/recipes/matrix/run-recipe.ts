import { isDeepStrictEqual } from 'node:util'

import { formatViolations, type Contract } from '@workbench/contracts'
import { fromModelOutput, toModelSchema } from '@workbench/structured-output'

import { startScriptedModel } from '../../example/scripted-model/scripted-model.ts'
import { options, type Recipe } from '../recipe.ts'
import { exampleOutput } from './example-output.ts'
import { schemaIn } from './schema-in.ts'

/** What a recipe did with a contract. */
export interface Outcome {
  /** Whether the model received the members, types and allowed values that `toModelSchema` wrote. */
  readonly isAccepted: boolean
  /** Whether the request demands that the output follows the schema. */
  readonly isStrict: boolean
  /** Whether the artifact is the example, objects with any members included. */
  readonly isComplete: boolean
  /** Whether the second output was valid, after the violations of the first one reached the model. */
  readonly isRepaired: boolean
  /** The same after an output that is not JSON; undefined if the SDK parses it before the recipe. */
  readonly isTextRepaired?: boolean | undefined
  readonly error?: string
}

/** Runs a recipe with a model whose output lacks a member until it receives the violation. */
export async function runRecipe(recipe: Recipe, contract: Contract<object>): Promise<Outcome> {
  const { example, complete, broken, missing } = exampleOutput(contract)
  const { verdict } = fromModelOutput(contract, broken, options)
  const feedback = verdict.valid ? '' : formatViolations(verdict.violations)
  const escaped = JSON.stringify(feedback).slice(1, -1)
  const model = await startScriptedModel((body) => {
    if (body.includes('Accepted.')) return undefined
    return JSON.stringify(unescaped(body).includes(unescaped(escaped)) ? complete : broken)
  })
  try {
    const { artifact, attempts } = await recipe(contract, `${model.url}/v1`)
    const first = schemaIn(model.requests[0])
    const schemas = (['openai-strict', 'anthropic'] as const).map((target) =>
      toModelSchema(contract, { ...options, target }),
    )
    return {
      isAccepted: schemas.some((schema) =>
        isDeepStrictEqual(structureOf(first?.schema), structureOf(schema)),
      ),
      isStrict: first?.isStrict ?? false,
      isComplete: isDeepStrictEqual(artifact, example),
      isRepaired: attempts === 2 && feedback.includes(missing),
    }
  } catch (error) {
    return { isAccepted: false, isStrict: false, isComplete: false, isRepaired: false, error: String(error) }
  } finally {
    model.close()
  }
}

/** Runs a recipe with a model whose output is cut off until it receives violations. */
export async function repairsMalformedText(recipe: Recipe, contract: Contract<object>): Promise<boolean> {
  const { example, complete } = exampleOutput(contract)
  const text = JSON.stringify(complete)
  const model = await startScriptedModel((body) => (body.includes('is invalid') ? text : text.slice(0, -5)))
  try {
    const { artifact, attempts } = await recipe(contract, `${model.url}/v1`)
    return attempts === 2 && isDeepStrictEqual(artifact, example)
  } catch (error) {
    console.error(error)
    return false
  } finally {
    model.close()
  }
}

/** JSON inside of JSON strings is escaped once per level. */
const unescaped = (text: string): string => text.replaceAll('\\', '').replaceAll(/n?\/|\n/g, '/')

/**
 * The members, types and allowed values of a schema. The SDK of Anthropic removes `type` next to `enum` and `const`, which
 * imply it; Mastra moves bounds and formats into descriptions.
 */
const structureOf = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema), (_key, value: Record<string, unknown> | null) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const implied = 'enum' in value || 'const' in value ? ['type'] : []
    const ignored = [...implied, ...ANNOTATIONS].filter((name) => !isSchema(value[name]))
    return Object.fromEntries(Object.entries(value).filter(([name]) => !ignored.includes(name)))
  }) as unknown

const ANNOTATIONS = ['description', '$schema', 'minItems', 'minimum', 'maximum', 'format', 'pattern']

/** Whether a member of a schema is a member of `properties` with the name of a keyword. */
const isSchema = (value: unknown): boolean => typeof value === 'object' && value !== null
