import type { Keyword } from '../../keyword.ts'
import { countEvaluation } from '../../limits.ts'

/** https://json-schema.org/draft/2020-12/json-schema-core#section-10.2.2 */
export const conditional: Keyword<'if'> = {
  name: 'if',
  subschemas: 'value',
  compile(_value, context) {
    if (context.siblingValue('then') === undefined) return undefined
    const condition = context.subschema('if')
    const consequence = context.subschema('then')
    return {
      constraint: { kind: 'conditional', if: condition, then: consequence },
      collectFacts(location, collector) {
        countEvaluation()
        if (!condition.isValid(location.value, location.depth)) return
        const outer = collector.conditions
        collector.conditions = [...outer, condition]
        consequence.collectFacts(location, collector)
        collector.conditions = outer
      },
    }
  },
}

/** Compiled together with `if`. */
export const then: Keyword<'then'> = { name: 'then', subschemas: 'value', compile: () => undefined }
