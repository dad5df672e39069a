import { isString } from '../../../json.ts'
import { parseReference } from '../../parse-reference.ts'
import type { Keyword } from '../../types.ts'

/** https://json-schema.org/draft/2020-12/json-schema-core#section-8.2.3.1; keywords beside it count as well. */
export const ref: Keyword = {
  name: '$ref',
  compile(value, context) {
    if (!isString(value))
      return context.reject('must be the name of a schema, a JSON Pointer after "#", or both')
    const target = context.resolveReference(value)
    return (
      target && {
        constraint: { kind: 'reference', node: target },
        collectViolations: (location, collector) => {
          target.collectViolations(location, collector)
        },
        describe: (levels) => nameOfWhole(value) ?? target.describe(levels),
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
