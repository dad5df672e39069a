import { compileSchema, fixText, type Validator, type Violation } from '@workbench/contracts/no-files'

import type { Schema, Shape } from '../shape/shape.ts'

/** The value of a text that a model wrote, and what is wrong with the text itself. */
export interface ParsedOutput {
  /** Absent if the text has no unambiguous value. */
  readonly json?: { readonly value: unknown }
  readonly violations: readonly Violation[]
}

/**
 * Parses the text that a model wrote. Text around the JSON, and syntax errors for which the shape leaves one explanation,
 * are corrected as `fixText` does.
 * @param given the members that the model need not write
 */
export function parseOutput(shape: Shape, text: string, given: ReadonlySet<string>): ParsedOutput {
  const validator = compileSchema(textSchema(shape, given))
  const ofText = textViolations(validator, text)
  if (ofText.length === 0) return { json: { value: JSON.parse(text) as unknown }, violations: [] }
  const fixed = fixText(validator, text).text
  if (textViolations(validator, fixed).length === 0)
    return { json: { value: JSON.parse(fixed) as unknown }, violations: [] }
  const verdict = validator.validateText(text)
  return { violations: verdict.valid ? ofText : verdict.violations }
}

/** The violations that concern the text, not its value. */
function textViolations(validator: Validator, text: string): readonly Violation[] {
  const verdict = validator.validateText(text)
  return verdict.valid ? [] : verdict.violations.filter(({ schemaPath }) => schemaPath === undefined)
}

/** A schema of what the model writes, in the subset of the library. */
function textSchema(shape: Shape, given: ReadonlySet<string> = new Set()): Schema {
  switch (shape.kind) {
    case 'scalar':
      return shape.values ? {} : { type: [...shape.types, 'null'] }
    case 'list':
      return { type: ['array', 'null'], items: textSchema(shape.items) }
    case 'object': {
      const members = Array.from(shape.members)
      const required = members.filter(([name, { isRequired }]) => isRequired && !given.has(name))
      return {
        type: ['object', 'null'],
        properties: Object.fromEntries(members.map(([name, member]) => [name, textSchema(member.shape)])),
        required: required.map(([name]) => name),
        additionalProperties: false,
      }
    }
    case 'json-text':
      return { type: ['string', 'object', 'null'] }
    case 'any':
      return {}
  }
}
