import { type TieredFunctions, tierUp } from '../codegen/tier-up.ts'
import type { CorrectedFact } from '../corrections/correction.ts'
import { isInteger } from '../json.ts'
import type { Recover } from '../json-text/parse.ts'
import { render } from '../messages/render.ts'
import { isValidFromRoot } from '../schema/limits.ts'
import type { SchemaNode } from '../schema/types.ts'
import { toVerdict, VALID, type Verdict } from '../violation.ts'
import { type StandardSchema, standardSchema } from './standard-schema.ts'
import { findFacts, type FoundFacts, NO_FACTS } from './find-facts.ts'
import { type Explain, validateText } from './validate-text.ts'

/** Validates values against one schema. The functions do not use `this` and do not change their arguments. */
export interface Validator<T = unknown> {
  /** Returns whether the value is valid, and narrows its type. Faster than `validate` for invalid values. */
  readonly is: (value: unknown) => value is T
  /** Returns all violations, in document order. */
  readonly validate: (value: unknown) => Verdict
  /**
   * Validates JSON text, given as a string or as UTF-8 bytes. Each violation has a line and a column. Malformed JSON, a
   * byte-order mark, invalid UTF-8 and duplicate member names are violations too.
   */
  readonly validateText: (text: string | Uint8Array) => Verdict
  readonly '~standard': StandardSchema<T>
}

export interface ValidatorOptions {
  /**
   * Whether a schema that is used often is compiled to JavaScript, which validates many times faster. Where the runtime
   * forbids code generation, the results are the same. Set it to `false` on a page whose content security policy
   * reports violations, because each attempt to generate code is reported. Default: `true`.
   */
  readonly codeGeneration?: boolean
  /**
   * The maximum number of violations that a verdict lists, an integer of at least 1; `more` of the verdict counts the
   * others. Default: 1000.
   */
  readonly maxViolations?: number
}

/** What a validator can do beyond validation. It is an argument, so that a bundle without it stays small. */
interface Extensions {
  /** See {@link parseText}. */
  readonly recover?: Recover
  readonly explain?: Explain
}

export const MAX_VIOLATIONS = 1000

const nodes = new WeakMap<object, SchemaNode>()

/**
 * The compiled schema of a validator.
 * @throws {TypeError} if `createValidator` did not create it.
 */
export function schemaNodeOf(validator: Validator): SchemaNode {
  const node = nodes.get(validator.validate)
  if (!node) throw new TypeError('Expected a contract or a validator created by compileSchema()')
  return node
}

/**
 * What is wrong with a value, before messages are written.
 * @throws {TypeError} if `createValidator` did not create the validator.
 */
export function factsOf(validator: Validator, value: unknown): readonly CorrectedFact[] {
  const node = schemaNodeOf(validator)
  return validator.is(value) ? [] : findFacts(node, value, MAX_VIOLATIONS).facts
}

/**
 * Creates a validator from a compiled schema.
 * @throws {RangeError} if `maxViolations` is not an integer of at least 1.
 */
export function createValidator<T>(
  node: SchemaNode,
  { codeGeneration = true, maxViolations = MAX_VIOLATIONS }: ValidatorOptions = {},
  { recover, explain = (_value, found) => found }: Extensions = {},
): Validator<T> {
  if (!isInteger(maxViolations) || maxViolations < 1)
    throw new RangeError(`Expected maxViolations to be an integer of at least 1; received ${maxViolations}`)
  const functions = codeGeneration ? tierUp(node) : interpretOnly(node)
  const isValid = (value: unknown) => isValidFromRoot(functions.current(), value)
  const is = (value: unknown): value is T => {
    const result = isValid(value)
    functions.count(value)
    return result
  }
  const find = (value: unknown): FoundFacts => {
    const found = isValid(value) ? NO_FACTS : findFacts(node, value, maxViolations)
    functions.count(value)
    return found
  }
  const validate = (value: unknown): Verdict => {
    const { facts, more } = find(value)
    return facts.length === 0 ? VALID : toVerdict(render(explain(value, facts)), more)
  }
  nodes.set(validate, node)
  return {
    is,
    validate,
    validateText: (text) => validateText(find, text, { limit: maxViolations, recover, explain }),
    '~standard': standardSchema<T>(validate),
  }
}

const interpretOnly = (node: SchemaNode): TieredFunctions => ({
  current: () => node.isValid,
  count: () => undefined,
})
