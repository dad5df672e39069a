import { escapeText } from '../../../escape.ts'
import { isObject } from '../../../json.ts'
import type { Keyword } from '../../keyword.ts'
import type { SchemaNode } from '../../types.ts'

/** https://json-schema.org/draft/2020-12/json-schema-core#section-10.2.2 */
export const conditional: Keyword<'if'> = {
  name: 'if',
  subschemas: 'value',
  compile(_value, context) {
    if (context.siblingValue('then') === undefined) return undefined
    const condition = context.subschema('if')
    const consequence = context.subschema('then')
    const describe = () => describeCondition(condition)
    return {
      constraint: { kind: 'conditional', if: condition, then: consequence, describeCondition: describe },
      collectViolations(location, collector) {
        if (!condition.isValid(location.value, location.depth)) return
        const outer = collector.enterCondition(describe())
        consequence.collectViolations(location, collector)
        collector.leaveCondition(outer)
      },
    }
  },
}

/** Compiled together with `if`. */
export const then: Keyword<'then'> = { name: 'then', subschemas: 'value', compile: () => undefined }

/** For example `historyRead is false`. */
function describeCondition(condition: SchemaNode): string {
  const properties = condition.schema['properties']
  const members = isObject(properties) ? Object.entries(properties) : []
  if (members.length === 0) return `the value is ${condition.describe(1)}`
  return members
    .map(([name, schema]) => {
      const description = condition.subschema('properties', name)?.describe(1)
      return `${escapeText(name)} is ${description ?? (schema === true ? 'any value' : 'absent')}`
    })
    .join(' and ')
}
