import type { KeywordName } from '@workbench/contracts/internal'

import type { Shape } from '../shape/shape.ts'
import { KEYWORDS } from './keywords.ts'
import type { TargetRules } from './targets.ts'

/**
 * The description of a shape in a schema of a model: that of the contract, followed by what the schema of the model does
 * not enforce.
 */
export function describe(shape: Shape, { enforces }: TargetRules): string {
  const { title, description } = shape.schema
  const head = [title, description].filter((text) => typeof text === 'string').join(': ')
  const sentences = [head && sentence(head), FORMS[shape.kind], ...constraintsOn(shape, enforces)]
  return sentences.filter((text) => text !== '' && text !== undefined).join(' ')
}

const FORMS: Readonly<Partial<Record<Shape['kind'], string>>> = {
  'json-text': 'A JSON object, written as text: {"name": "value"}.',
  any: 'Any JSON value; an object or an array is written as text in the member "json".',
}

/** Of a value that is written as text, all constraints. */
function constraintsOn({ kind, schema }: Shape, enforces: TargetRules['enforces']): string[] {
  if (kind !== 'json-text' && kind !== 'any')
    return Object.entries(schema).flatMap(([keyword, value]) =>
      enforces(keyword, value) ? [] : (KEYWORDS[keyword as KeywordName]?.phrase(value, schema) ?? []),
    )
  const { title: _, description: __, $schema: ___, $defs: ____, ...constraints } = schema
  const { type, additionalProperties = {}, ...others } = constraints
  const isOpen = JSON.stringify(additionalProperties) === '{}'
  const isUnconstrained =
    isOpen && Object.keys(others).length === 0 && (kind === 'json-text' || type === undefined)
  return isUnconstrained ? [] : [`It must be valid against this JSON Schema: ${JSON.stringify(constraints)}.`]
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)
