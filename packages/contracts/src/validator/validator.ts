import { tierUp } from '../codegen/tier-up.ts'
import { isValidFromRoot } from '../schema/depth-limit.ts'
import type { SchemaNode } from '../schema/types.ts'
import { toVerdict, VALID, type Verdict } from '../violation.ts'
import { type StandardSchema, standardSchema } from './standard-schema.ts'
import { validateText } from './validate-text.ts'
import { toViolation, validateValue } from './validate-value.ts'

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
}

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

export function createValidator<T>(
  node: SchemaNode,
  { codeGeneration = true }: ValidatorOptions = {},
): Validator<T> {
  const functions = codeGeneration ? tierUp(node) : () => node
  const isValid = (value: unknown) => isValidFromRoot(functions().isValid, value)
  const collect = (value: unknown) => (isValid(value) ? [] : validateValue(functions(), value))
  const validate = (value: unknown): Verdict =>
    isValid(value) ? VALID : toVerdict(validateValue(functions(), value).map(toViolation))
  nodes.set(validate, node)
  return {
    is: (value): value is T => isValid(value),
    validate,
    validateText: (text) => toVerdict(validateText(collect, text)),
    '~standard': standardSchema<T>(validate),
  }
}
