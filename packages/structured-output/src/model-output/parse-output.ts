import { compileSchema, fixText, type Verdict, type Violation } from '@workbench/contracts/no-files'

import type { Schema, Shape } from '../shape/shape.ts'

/**
 * Parses the text that a model wrote, or returns what is wrong with the text. Text around the JSON, and syntax errors for
 * which the shape leaves one explanation, are corrected as `fixText` does.
 * @param given the members that the model need not write
 */
export function parseOutput(
  shape: Shape,
  text: string,
  given: ReadonlySet<string>,
): { readonly value: unknown } | { readonly violations: readonly Violation[] } {
  const validator = compileSchema(textSchema(shape, given))
  const verdict = validator.validateText(text)
  if (isJson(verdict)) return { value: JSON.parse(text) as unknown }
  const fixed = fixText(validator, text)
  if (isJson(fixed.verdict)) return { value: JSON.parse(fixed.text) as unknown }
  return { violations: verdict.valid ? [] : verdict.violations }
}

/** Whether no violation concerns the text itself: those of the value have the path of a schema. */
const isJson = (verdict: Verdict): boolean =>
  verdict.valid || verdict.violations.every(({ schemaPath }) => schemaPath !== undefined)

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
