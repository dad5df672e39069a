import { nearest } from '../report/nearest.ts'

/** Keywords of JSON Schema 2020-12 that no contract uses: they are understood, and refused. */
const STANDARD = new Set([
  '$anchor',
  '$comment',
  '$dynamicAnchor',
  '$dynamicRef',
  '$vocabulary',
  'allOf',
  'anyOf',
  'contains',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
  'dependentRequired',
  'dependentSchemas',
  'deprecated',
  'else',
  'examples',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'maxContains',
  'maxItems',
  'maxProperties',
  'minContains',
  'minLength',
  'minProperties',
  'multipleOf',
  'not',
  'oneOf',
  'patternProperties',
  'prefixItems',
  'propertyNames',
  'readOnly',
  'unevaluatedItems',
  'unevaluatedProperties',
  'uniqueItems',
  'writeOnly',
])

/** Names from earlier drafts, and what took their place. */
const RENAMED = new Map([
  ['definitions', '$defs'],
  ['id', '$id'],
])

/** Why a name cannot stand in a schema, and what to write instead. */
export function refusalOf(name: string, supported: Iterable<string>): string {
  const names = [...supported]
  const outside = `outside the supported subset of JSON Schema; supported are ${names.join(', ')}`
  if (STANDARD.has(name)) return `keyword "${name}" is ${outside}`
  const meant = RENAMED.get(name) ?? nearest(name, [...names, ...STANDARD])
  const unknown = `"${name}" is no keyword of JSON Schema 2020-12`
  if (meant === undefined) return `${unknown}; supported are ${names.join(', ')}`
  return STANDARD.has(meant)
    ? `${unknown}, and "${meant}" is ${outside}`
    : `${unknown}; did you mean "${meant}"?`
}
