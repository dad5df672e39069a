import {
  type Invalid,
  isObject,
  type Valid,
  type Validator,
  type Violation,
} from '@workbench/contracts/no-files'

import { shapeOf } from '../shape/shape-of.ts'
import type { Shape } from '../shape/shape.ts'
import { parseOutput } from './parse-output.ts'
import { restore } from './restore.ts'

export interface FromModelOutputOptions<T> {
  /** Members of the artifact that the program knows, as `producedBy`. They replace what the model wrote. */
  readonly set?: Partial<T>
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
  { set = {} }: FromModelOutputOptions<T> = {},
): ModelOutput<T> {
  const shape = shapeOf(contract)
  const known = { ...constantsOf(shape), ...set }
  const parsed =
    typeof output === 'string' ? parseOutput(shape, output, new Set(Object.keys(known))) : { value: output }
  if ('violations' in parsed) return { verdict: { valid: false, violations: parsed.violations } }
  const restored = restore(shape, parsed.value)
  const value = isObject(restored.value) ? { ...known, ...restored.value, ...set } : restored.value
  const verdict = contract.validate(value)
  if (restored.violations.length > 0) {
    const violations = merged(restored.violations, verdict.valid ? [] : verdict.violations)
    return { verdict: { ...verdict, valid: false, violations }, value }
  }
  return verdict.valid ? { verdict, artifact: value as T } : { verdict, value }
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
