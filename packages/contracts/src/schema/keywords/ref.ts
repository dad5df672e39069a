import { isString } from '../../json.ts'
import { parseReference } from '../reference.ts'
import type { Keyword } from '../rule.ts'

/** https://json-schema.org/draft/2020-12/json-schema-core#section-8.2.3.1; keywords beside it count as well. */
export const ref: Keyword = {
  name: '$ref',
  compile(value, site) {
    if (!isString(value))
      return site.refuse('must be the name of a schema, a JSON Pointer after "#", or both')
    const target = site.resolve(value)
    return (
      target && {
        form: { kind: 'same', node: target },
        report: (place, report) => {
          target.report(place, report)
        },
        phrase: (levels) => nameOfWhole(value) ?? target.phrase(levels),
      }
    )
  },
}

/** A reference to another schema as a whole in words, for example `a finding.v1`. */
function nameOfWhole(value: string): string | undefined {
  const { name = '', pointer = '' } = parseReference(value) ?? {}
  const contract = /([^/]+)\.schema\.json$/.exec(name)?.[1]
  return contract !== undefined && pointer === '' ? `a ${contract}` : undefined
}
