import { isObject } from '../../../json.ts'
import { forEachMember } from '../../../violations/location.ts'
import type { Keyword, KeywordContext } from '../../keyword.ts'
import type { CompiledKeyword } from '../../types.ts'
import { needsVisit } from './needs-visit.ts'

/** https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.2.3; `__proto__` is an ordinary member name. */
export const additionalProperties: Keyword<'additionalProperties'> = {
  name: 'additionalProperties',
  subschemas: 'value',
  allowsBooleans: true,
  compile(value, context) {
    const properties = context.siblingValue('properties')
    const known = new Set(isObject(properties) ? Object.keys(properties) : [])
    if (value === true) return undefined
    return value === false ? closedObject(known, context) : schemaForOthers(known, context)
  },
}

/** `additionalProperties: false` */
function closedObject(known: ReadonlySet<string>, site: KeywordContext): CompiledKeyword {
  const expected = Object.freeze([...known])
  const isUnknown = (name: string) => !known.has(name)
  return {
    constraint: { kind: 'members', additionalProperties: false },
    collectFacts(location, collector) {
      forEachMember(location, isUnknown, (member) => {
        collector.add({
          keyword: 'additionalProperties',
          expected,
          received: member.segment,
          location: member,
          site,
          anchor: 'name',
        })
      })
    },
  }
}

/** `additionalProperties` with a schema. */
function schemaForOthers(known: ReadonlySet<string>, context: KeywordContext): CompiledKeyword {
  const node = context.subschema(context.keyword)
  const isSelected = (name: string, value: unknown, depth: number) =>
    !known.has(name) && needsVisit(node, value, depth)
  return {
    constraint: { kind: 'members', additionalProperties: node },
    collectFacts(location, collector) {
      forEachMember(location, isSelected, (member) => {
        node.collectFacts(member, collector)
      })
    },
  }
}
