import { suggest } from '../../words/did-you-mean.ts'

/** Keywords of JSON Schema 2020-12 that no contract used when the list was written; a keyword may be supported since. */
const OTHERS =
  `$anchor $dynamicAnchor $dynamicRef $vocabulary allOf anyOf contains contentEncoding contentMediaType
  contentSchema dependentRequired dependentSchemas else exclusiveMaximum exclusiveMinimum maxContains
  maxItems maxProperties minContains minLength minProperties multipleOf not oneOf patternProperties
  prefixItems propertyNames readOnly unevaluatedItems unevaluatedProperties uniqueItems writeOnly`.split(
    /\s+/,
  )

/** Keywords of earlier drafts and their replacements. */
const RENAMED = new Map([
  ['definitions', '$defs'],
  ['id', '$id'],
])

/** Explains why a keyword is rejected and suggests a replacement. */
export function unsupportedKeywordMessage(name: string, supported: Iterable<string>): string {
  const names = [...supported]
  const unsupported = new Set(OTHERS.filter((other) => !names.includes(other)))
  const outside = `outside the supported subset of JSON Schema; supported are ${names.join(', ')}`
  if (unsupported.has(name)) return `keyword "${name}" is ${outside}`
  const meant = RENAMED.get(name) ?? suggest(name, [...names, ...unsupported])
  const unknown = `"${name}" is not a keyword of JSON Schema 2020-12`
  if (meant === undefined) return `${unknown}; supported are ${names.join(', ')}`
  return unsupported.has(meant)
    ? `${unknown}, and "${meant}" is ${outside}`
    : `${unknown}; did you mean "${meant}"?`
}
