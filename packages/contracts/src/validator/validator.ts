import { isValidFromRoot } from '../schema/evaluation/is-valid-from-root.ts'
import { tierUp } from '../codegen/tier-up.ts'
import type { FindSchema } from '../bundle/self-contained.ts'
import { type StandardJsonSchema, standardJsonSchema } from '../bundle/standard-json-schema.ts'
import { isInteger, type ParsedText } from '@workbench/json-text'
import { render } from '../messages/render.ts'
import type { SchemaNode } from '../schema/types.ts'
import { toVerdict, VALID, type Verdict } from '../messages/violation.ts'
import { type StandardSchema, standardSchema } from './standard-schema.ts'
import { findFailures, type FoundFailures, NO_FAILURES } from './find-failures.ts'
import {
  type Explain,
  type ReadText,
  type TextValidationOptions,
  toValueError,
  validateText,
} from './validate-text.ts'

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
  readonly '~standard': StandardSchema<T> & StandardJsonSchema
  /**
   * As `validateText`, with how the text was parsed. A parsed text is not parsed again.
   * @internal
   */
  readonly readText: (text: string | Uint8Array | ParsedText) => ReadText
  /**
   * Returns the compiled schema.
   * @internal
   */
  readonly schemaNode: () => SchemaNode
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

export const MAX_VIOLATIONS = 1000

/** The functions of a validator that use other schemas. */
interface ValidatorFunctions {
  readonly explain?: Explain
  readonly findSchema?: FindSchema
}

/**
 * Creates a validator from a compiled schema.
 * @throws {RangeError} if `maxViolations` is not an integer of at least 1.
 */
export function createValidator<T>(
  node: SchemaNode,
  { codeGeneration = true, maxViolations = MAX_VIOLATIONS }: ValidatorOptions = {},
  { explain = (_value, found) => found, findSchema = () => undefined }: ValidatorFunctions = {},
): Validator<T> {
  if (!isInteger(maxViolations) || maxViolations < 1)
    throw new RangeError(`Expected maxViolations to be an integer of at least 1; received ${maxViolations}`)
  const functions = tierUp(node, { codeGeneration })
  const isValid = (value: unknown) => isValidFromRoot(functions.current(), value)
  const is = (value: unknown): value is T => {
    const result = isValid(value)
    functions.count(value)
    return result
  }
  const find = (value: unknown): FoundFailures => {
    const found = isValid(value) ? NO_FAILURES : findFailures(node, value, maxViolations)
    functions.count(value)
    return found
  }
  const validate = (value: unknown): Verdict => {
    const { failures, more } = find(value)
    return failures.length === 0 ? VALID : toVerdict(render(explain(value, failures)), more)
  }
  const textOptions: TextValidationOptions = {
    find,
    explain,
    limit: maxViolations,
    validate: (value) =>
      is(value) ? [] : findFailures(node, value, MAX_VIOLATIONS).failures.map(toValueError),
  }
  const readText = (text: string | Uint8Array | ParsedText) => validateText(text, textOptions)
  return {
    is,
    validate,
    validateText: (text) => readText(text).verdict,
    readText,
    '~standard': {
      ...standardSchema<T>(validate),
      ...standardJsonSchema(node.file, node.schema, findSchema),
    },
    schemaNode: () => node,
  }
}
