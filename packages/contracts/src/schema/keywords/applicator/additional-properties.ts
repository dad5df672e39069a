import { hasMember, isObject } from '../../../json.ts'
import { Suggester } from '../../../violations/did-you-mean.ts'
import { memberLocations, type MemberLocation } from '../../../violations/location.ts'
import type { ViolationCollector } from '../../../violations/collector.ts'
import { didYouMeanSuffix, summarizeValue, formatList, quote } from '../../../violations/messages.ts'
import { lazy } from '../../../lazy.ts'
import type { Keyword, CompiledKeyword, KeywordContext } from '../../types.ts'

/** https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.2.3; `__proto__` is a member like any other. */
export const additionalProperties: Keyword = {
  name: 'additionalProperties',
  subschemas: 'value',
  allowsBooleans: true,
  compile(value, context) {
    const members = context.siblingValue('properties')
    const known = new Set(isObject(members) ? Object.keys(members) : [])
    if (value === true) return undefined
    return value === false ? closed(known, context) : eachOther(known, context)
  },
}

/** No member but the known ones. */
function closed(known: ReadonlySet<string>, context: KeywordContext): CompiledKeyword {
  const expected = Object.freeze([...known])
  const vocabulary = lazy(() => new Suggester(expected))
  const knownMembers = lazy(() =>
    known.size === 0
      ? '; no member is allowed here'
      : `; the known members are ${formatList(expected, 'and')}`,
  )
  return {
    constraint: { kind: 'members', additionalProperties: false },
    collectViolations(location, collector) {
      for (const member of memberLocations(location))
        if (!known.has(member.segment)) unexpected(member, collector)
    },
    addForbiddenMember: unexpected,
  }

  function unexpected(member: MemberLocation, collector: ViolationCollector): void {
    const name = member.segment
    const suggestion = vocabulary().suggest(name, (other) => !hasMember(member.parent.value, other))
    const message = `Unexpected member ${quote(name)}${didYouMeanSuffix(suggestion) || knownMembers()}`
    collector.add(member, context, { message, expected, received: summarizeValue(name), suggestion }, 'name')
  }
}

/** Every member but the known ones follows a schema. */
function eachOther(known: ReadonlySet<string>, context: KeywordContext): CompiledKeyword {
  const node = context.subschema()
  return {
    constraint: { kind: 'members', additionalProperties: node },
    collectViolations(location, collector) {
      for (const member of memberLocations(location))
        if (!known.has(member.segment)) node.collectViolations(member, collector)
    },
  }
}
