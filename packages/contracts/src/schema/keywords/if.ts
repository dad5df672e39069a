import { isObject } from '../../json.ts'
import type { Keyword, Node } from '../rule.ts'

/** https://json-schema.org/draft/2020-12/json-schema-core#section-10.2.2 */
export const conditional: Keyword = {
  name: 'if',
  subschemas: 'value',
  compile(_value, site) {
    if (site.sibling('then') === undefined) return undefined
    const condition = site.subschema()
    const consequence = site.siblingSubschema('then')
    site.inPlace(condition)
    site.inPlace(consequence)
    const words = () => inWords(condition)
    return {
      form: { kind: 'conditional', if: condition, then: consequence, inWords: words },
      report(place, report) {
        if (!condition.holds(place.value, place.depth)) return
        const outer = report.enter(words())
        consequence.report(place, report)
        report.leave(outer)
      },
    }
  },
}

/** Ruled by `if`, its sibling. */
export const then: Keyword = { name: 'then', subschemas: 'value', compile: () => undefined }

/** The condition in words, for example `historyRead is false`. */
function inWords(condition: Node): string {
  const members = condition.schema['properties']
  const names = isObject(members) ? Object.keys(members) : []
  return names.length === 0
    ? `the value is ${condition.phrase(1)}`
    : names
        .map((name) => `${name} is ${condition.subschema('properties', name)?.phrase(1) ?? 'absent'}`)
        .join(' and ')
}
