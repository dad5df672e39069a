import { isObject } from '../../../json.ts'
import type { Keyword, SchemaNode } from '../../types.ts'

/** https://json-schema.org/draft/2020-12/json-schema-core#section-10.2.2 */
export const conditional: Keyword = {
  name: 'if',
  subschemas: 'value',
  compile(_value, context) {
    if (context.siblingValue('then') === undefined) return undefined
    const condition = context.subschema()
    const consequence = context.siblingSubschema('then')
    context.addInPlaceSubschema(condition)
    context.addInPlaceSubschema(consequence)
    const words = () => inWords(condition)
    return {
      constraint: { kind: 'conditional', if: condition, then: consequence, describeCondition: words },
      collectViolations(location, collector) {
        if (!condition.isValid(location.value, location.depth)) return
        const outer = collector.enterCondition(words())
        consequence.collectViolations(location, collector)
        collector.leaveCondition(outer)
      },
    }
  },
}

/** Ruled by `if`, its sibling. */
export const then: Keyword = { name: 'then', subschemas: 'value', compile: () => undefined }

/** The condition in words, for example `historyRead is false`. */
function inWords(condition: SchemaNode): string {
  const members = condition.schema['properties']
  const names = isObject(members) ? Object.keys(members) : []
  return names.length === 0
    ? `the value is ${condition.describe(1)}`
    : names
        .map((name) => `${name} is ${condition.subschema('properties', name)?.describe(1) ?? 'absent'}`)
        .join(' and ')
}
