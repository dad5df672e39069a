import {
  compileSchema,
  type Invalid,
  isObject,
  type Valid,
  type Validator,
  type Violation,
} from '@workbench/contracts/no-files'
import { token } from '@workbench/json-text'

import { shapeOf } from '../shape/shape-of.ts'
import type { Shape } from '../shape/shape.ts'
import { parseOutput } from './parse-output.ts'
import { restore } from './restore.ts'

export interface FromModelOutputOptions<T> {
  /** Members of the artifact that the program knows, as `producedBy`. They replace what the model wrote. */
  readonly set?: Partial<T>
  /** Members that the schema of the model lacks, as in `toModelSchema`: violations that a model can correct do not name them. */
  readonly omit?: readonly string[]
}

export type ModelOutput<T> = ValidOutput<T> | InvalidOutput

export interface ValidOutput<T> {
  readonly verdict: Valid
  readonly artifact: T
  readonly value?: undefined
}

export interface InvalidOutput {
  readonly verdict: Invalid
  readonly artifact?: undefined
  /** The invalid artifact. Absent if the text is not JSON. */
  readonly value?: unknown
}

/**
 * Turns what a model wrote with a schema of `toModelSchema` into an artifact, and validates it. Nulls in place of absent
 * members are left out, JSON in strings becomes its value, and required members with one allowed value, as `schema`, are
 * added. Nothing else changes: an unexpected member is a violation.
 * @param output the text or the parsed JSON; text around JSON and certain syntax errors are corrected as `fixText` does
 */
export function fromModelOutput<T>(
  contract: Validator<T>,
  output: unknown,
  options: FromModelOutputOptions<T> = {},
): ModelOutput<T> {
  const { set = {}, omit = [] } = options
  const shape = shapeOf(contract)
  const given = new Set([...Object.keys({ ...constantsOf(shape), ...set }), ...omit])
  const parsed = typeof output === 'string' ? parseOutput(shape, output, given) : { value: output }
  if ('violations' in parsed) return { verdict: { valid: false, violations: parsed.violations } }
  const restored = restore(shape, parsed.value)
  const result = completed(contract, restored.value, options)
  if (restored.violations.length === 0) return result
  const { verdict, artifact, value = artifact } = result
  const violations = merged(restored.violations, verdict.valid ? [] : verdict.violations)
  return { verdict: { ...verdict, valid: false, violations }, value }
}

/** Adds the members that the program knows, and validates the artifact. */
export function completed<T>(
  contract: Validator<T>,
  restored: unknown,
  { set = {}, omit = [] }: FromModelOutputOptions<T>,
): ModelOutput<T> {
  const shape = shapeOf(contract)
  const value = isObject(restored) ? { ...constantsOf(shape), ...restored, ...set } : restored
  const verdict = contract.validate(value)
  if (verdict.valid) return { verdict, artifact: value as T }
  const violations = verdict.violations.filter((violation) => !isIn(omit, violation))
  if (omit.length === 0 || violations.length === 0) return { verdict, value }
  return { verdict: { ...verdict, violations: withoutNames(violations, value, shape, omit) }, value }
}

/** Whether a violation is in one of these members of the artifact. */
export const isIn = (names: readonly string[], { path }: Violation): boolean =>
  names.some((name) => `${path}/`.startsWith(`${token(name)}/`))

/** Takes the messages from a contract that lacks these members: some list the members of the artifact. */
function withoutNames(
  violations: readonly Violation[],
  value: unknown,
  { schema }: Shape,
  omit: readonly string[],
): readonly Violation[] {
  const { properties = {}, required = [] } = schema as { properties?: object; required?: readonly string[] }
  const others = (members: object) =>
    Object.fromEntries(Object.entries(members).filter(([name]) => !omit.includes(name)))
  const rest = { properties: others(properties), required: required.filter((name) => !omit.includes(name)) }
  const verdict = compileSchema({ ...schema, ...rest }).validate(isObject(value) ? others(value) : value)
  const written = verdict.valid ? [] : verdict.violations
  return violations.map((violation) => {
    const same = written.find(({ path, keyword }) => path === violation.path && keyword === violation.keyword)
    const { schemaPath: _, ...described } = same ?? violation
    return { ...violation, ...described }
  })
}

/** Without the violations of a value that should have been JSON: they would concern its text. */
function merged(ofTexts: readonly Violation[], ofValue: readonly Violation[]): readonly Violation[] {
  const paths = new Set(ofTexts.map(({ path }) => path))
  return [...ofTexts, ...ofValue.filter(({ path }) => !paths.has(path))]
}

/** The required members of the root that have one allowed value. */
function constantsOf(shape: Shape): Record<string, unknown> {
  const members = shape.kind === 'object' ? Array.from(shape.members) : []
  return Object.fromEntries(
    members
      .filter(([, { shape: member, isRequired }]) => isRequired && Object.hasOwn(member.schema, 'const'))
      .map(([name, { shape: member }]) => [name, member.schema['const']]),
  )
}
