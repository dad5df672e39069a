import type { Schema, Shape } from '../shape/shape.ts'
import type { TargetRules } from './targets.ts'

/**
 * The description of a shape in a schema of a model: that of the contract, followed by what the schema of the model does
 * not enforce.
 */
export function describe(
  shape: Shape,
  { enforces }: TargetRules,
  isAbsentAsNull: boolean,
): string | undefined {
  const { schema } = shape
  const { title, description } = schema
  const head = [title, description].filter((text) => typeof text === 'string').join(': ')
  const constraints = isWritten(shape)
    ? Object.entries(schema).flatMap(([keyword, value]) =>
        enforces(keyword, value) ? [] : (PHRASES[keyword]?.(value, schema) ?? []),
      )
    : [`It must be valid against this JSON Schema: ${JSON.stringify(constraintsOf(schema))}.`]
  const sentences = [
    head && sentence(head),
    FORMS[shape.kind],
    ...(isUnconstrained(shape) ? [] : constraints),
    isAbsentAsNull ? 'Null leaves it out.' : '',
  ]
  return sentences.filter((text) => text !== '' && text !== undefined).join(' ') || undefined
}

/** Whether the shape has the keywords of its schema, except those that a phrase describes. */
const isWritten = ({ kind }: Shape): boolean => kind !== 'json-text' && kind !== 'any'

const FORMS: Readonly<Partial<Record<Shape['kind'], string>>> = {
  'json-text': 'A JSON object, written as text: {"name": "value"}.',
  any: 'Any JSON value; an object or an array is written as text in the member "json".',
}

const isUnconstrained = (shape: Shape): boolean => {
  if (isWritten(shape)) return false
  const { type, additionalProperties, ...others } = constraintsOf(shape.schema)
  const isOpen = additionalProperties === undefined || JSON.stringify(additionalProperties) === '{}'
  return isOpen && Object.keys(others).length === 0 && (shape.kind === 'json-text' || type === undefined)
}

function constraintsOf({
  title: _,
  description: __,
  $schema: ___,
  $defs: ____,
  ...constraints
}: Schema): Schema {
  return constraints
}

const PHRASES: Readonly<Record<string, (value: unknown, schema: Schema) => string>> = {
  pattern: (value) => `It matches the regular expression ${String(value)}.`,
  maxLength: (value) => `At most ${count(value, 'character')}.`,
  minimum: (value) => `At least ${String(value)}.`,
  maximum: (value) => `At most ${String(value)}.`,
  minItems: (value) => `At least ${count(value, 'item')}.`,
  format: (value) => `Format: ${String(value)}.`,
  default: (value) => `Default: ${JSON.stringify(value)}.`,
  if: (value, { then }) =>
    `If it is valid against ${JSON.stringify(value)}, it must be valid against ${JSON.stringify(then)}, where a member that is null counts as absent.`,
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

const count = (value: unknown, noun: string): string => `${String(value)} ${noun}${value === 1 ? '' : 's'}`
