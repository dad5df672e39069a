import { tierUp } from '../codegen/tier-up.ts'
import { isValidFromRoot } from '../schema/schema-node.ts'
import type { SchemaNode } from '../schema/types.ts'
import { VALID, type Verdict, toVerdict } from '../violation.ts'
import { validateValue, toViolation } from './validate-value.ts'
import { validateText } from './validate-text.ts'
import { type StandardSchema, standardSchema } from './standard-schema.ts'

/** Judges values by one schema. The functions need no `this`, and never change what they are given. */
export interface Validator<T = unknown> {
  /** Whether the value follows the schema. The fast way to ask. */
  readonly is: (value: unknown) => value is T
  /** The verdict with all violations, in document order. */
  readonly validate: (value: unknown) => Verdict
  /**
   * The verdict on an artifact's text, as a string or as UTF-8 bytes. Every violation has a line and a column; text
   * that is not JSON, a byte-order mark, invalid UTF-8 and repeated member names are violations too.
   */
  readonly validateText: (text: string | Uint8Array) => Verdict
  readonly '~standard': StandardSchema<T>
}

export interface ValidatorOptions {
  /**
   * Whether a schema that is asked often may become generated code, which answers many times faster. Where the runtime
   * forbids that, the answers are the same, and come without it. `false` keeps a page whose content security policy
   * reports every attempt from reporting this one. Default `true`.
   */
  readonly codeGeneration?: boolean
}

const nodes = new WeakMap<object, SchemaNode>()

/** The compiled schema behind a validator. */
export function schemaNodeOf(validator: Validator): SchemaNode {
  const node = nodes.get(validator.validate)
  if (!node) throw new TypeError('Expected a contract, or what compileSchema() made')
  return node
}

export function createValidator<T>(
  node: SchemaNode,
  { codeGeneration = true }: ValidatorOptions = {},
): Validator<T> {
  const way = codeGeneration ? tierUp(node) : () => node
  const holds = (value: unknown) => isValidFromRoot(way().isValid, value)
  const judged = (value: unknown) => (holds(value) ? [] : validateValue(way(), value))
  const validate = (value: unknown): Verdict =>
    holds(value) ? VALID : toVerdict(validateValue(way(), value).map(toViolation))
  nodes.set(validate, node)
  return {
    is: (value): value is T => holds(value),
    validate,
    validateText: (text) => toVerdict(validateText(judged, text)),
    '~standard': standardSchema<T>(validate),
  }
}
