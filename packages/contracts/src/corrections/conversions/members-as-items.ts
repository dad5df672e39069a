import { Evaluations } from '../../schema/evaluation/limits.ts'
import { isObject, type Json } from '@workbench/json-text'
import type { FailureOf } from '../../failures/failure.ts'
import { acceptsType } from '../accepts-type.ts'
import type { Correction } from '../../failures/correction.ts'
import { isWithinFixLimits } from './fix-limits.ts'
import { memberNameOf } from './member-name.ts'

/** `[a, b]` for `{ "first": a, "second": b }`, if the names are positions, or occur in their items. */
export function membersAsItems({ received, node, path }: FailureOf<'type'>): Correction | undefined {
  if (!isObject(received) || !acceptsType(node, [])) return undefined
  const names = Object.keys(received)
  const items = Object.values(received) as Json[]
  const isName = (item: Json, index: number): boolean =>
    isObject(item) && Object.values<unknown>(item).includes(names[index])
  const isRedundant =
    areNumbered(names, memberNameOf(node)) || (node.constraints.items !== undefined && items.every(isName))
  const isList = isRedundant && node.isValid(items, 0, new Evaluations()) && isWithinFixLimits(items)
  return isList ? { fix: [{ op: 'replace', path, value: items }] } : undefined
}

/** For example `item1`, `item2`, or `option0`, `option1` in `options`. Other names can be ids. */
function areNumbered(names: readonly string[], list: string): boolean {
  const parts = names.map((name) => /^([a-z]*)(\d+)$/.exec(name))
  const [, prefix = '', first] = parts[0] ?? []
  return (
    ['', 'item', list, list.replace(/s$/, '')].includes(prefix) &&
    Number(first) <= 1 &&
    parts.every((part, index) => part?.[1] === prefix && Number(part[2]) === Number(first) + index)
  )
}
