import { isArray } from '../../../json.ts'
import { childLocation } from '../../../violations/location.ts'
import type { Keyword } from '../../keyword.ts'

/** https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.1.2 */
export const items: Keyword<'items'> = {
  name: 'items',
  subschemas: 'value',
  compile(_value, context) {
    const node = context.subschema('items')
    return {
      constraint: { kind: 'items', each: node },
      collectViolations(location, collector) {
        if (!isArray(location.value)) return
        for (const [index, item] of location.value.entries())
          node.collectViolations(childLocation(location, index, index, item), collector)
      },
      describe: (levels) => (levels === 0 ? '' : `each item ${node.describe(levels - 1)}`),
    }
  },
}
