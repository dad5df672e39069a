import { escapeText } from '../../../escape.ts'
import { isString } from '../../../json.ts'
import type { Keyword } from '../../keyword.ts'
import { parseReference } from '../../parse-reference.ts'

/** https://json-schema.org/draft/2020-12/json-schema-core#section-8.2.3.1; keywords beside `$ref` apply as well. */
export const ref: Keyword<'$ref'> = {
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
        describe: (levels) => describeContract(value) ?? target.describe(levels),
      }
    )
  },
}

/** For example `a finding.v1`; undefined unless the reference names a whole contract. */
function describeContract(reference: string): string | undefined {
  const { name = '', pointer = '' } = parseReference(reference) ?? {}
  const contract = /([^/]+)\.schema\.json$/.exec(name)?.[1]
  return contract !== undefined && pointer === '' ? `a ${escapeText(contract)}` : undefined
}
