import { isArray } from '../../json.ts'
import { childPlace } from '../../report/place.ts'
import type { Keyword } from '../rule.ts'

/** https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.1.2 */
export const items: Keyword = {
  name: 'items',
  subschemas: 'value',
  compile(_value, site) {
    const node = site.subschema()
    return {
      form: { kind: 'items', each: node },
      report(place, report) {
        if (!isArray(place.value)) return
        let index = 0
        for (const item of place.value) node.report(childPlace(place, index, index++, item), report)
      },
      phrase: (levels) => (levels === 0 ? '' : `each item ${node.phrase(levels - 1)}`),
    }
  },
}
