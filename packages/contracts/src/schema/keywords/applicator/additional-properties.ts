import { isObject } from '../../../json.ts'
import { lazy } from '../../../lazy.ts'
import type { ViolationCollector } from '../../../violations/collector.ts'
import { forEachMember, type MemberLocation } from '../../../violations/location.ts'
import { didYouMeanSuffix, formatList, quote, summarizeValue } from '../../../violations/messages.ts'
import type { Keyword, KeywordContext } from '../../keyword.ts'
import type { CompiledKeyword } from '../../types.ts'
import { KnownMembers } from './known-members.ts'
import { placementOf } from './misplaced-member.ts'

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
function closedObject(names: ReadonlySet<string>, context: KeywordContext): CompiledKeyword {
  const expected = Object.freeze([...names])
  const known = lazy(() => new KnownMembers(names, context, addForbiddenMember))
  const knownMembers = lazy(() =>
    names.size === 0
      ? '; no member is allowed here'
      : `; the known members are ${formatList(expected, 'and')}`,
  )
  return {
    constraint: { kind: 'members', additionalProperties: false },
    collectViolations(location, collector) {
      forEachMember(location, (member) => {
        if (!names.has(member.segment)) addForbiddenMember(member, collector)
      })
    },
    addForbiddenMember,
  }

  function addForbiddenMember(member: MemberLocation, collector: ViolationCollector): void {
    const name = member.segment
    const suggestion = collector.isFull ? undefined : known().suggest(name, member.parent.value)
    const placement = collector.isFull ? undefined : placementOf(member, suggestion, known())
    const advice = placement?.advice ?? didYouMeanSuffix(suggestion?.word)
    collector.add(
      member,
      context,
      () => ({
        message: `Unexpected member ${quote(name)}${advice}`,
        note: advice === '' ? knownMembers() : undefined,
        expected,
        received: summarizeValue(name),
        suggestion: suggestion?.word,
        fix: placement?.fix,
      }),
      'name',
    )
    if (placement) placement.collectRemaining(collector)
    else if (suggestion) known().schemas.get(suggestion.word)?.collectViolations(member, collector)
  }
}

/** `additionalProperties` with a schema. */
function schemaForOthers(known: ReadonlySet<string>, context: KeywordContext): CompiledKeyword {
  const node = context.subschema(context.keyword)
  return {
    constraint: { kind: 'members', additionalProperties: node },
    collectViolations(location, collector) {
      forEachMember(location, (member) => {
        if (!known.has(member.segment)) node.collectViolations(member, collector)
      })
    },
  }
}
