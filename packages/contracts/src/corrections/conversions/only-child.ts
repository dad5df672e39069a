import { Evaluations } from '../../schema/evaluation/limits.ts'
import { isArray, isObject, isString, type Json, type JsonObject } from '@workbench/json-text'
import type { SchemaNode } from '../../schema/types.ts'
import type { FailureOf } from '../../failures/failure.ts'
import { childLocation, pointerOf } from '../../failures/location.ts'
import type { Correction } from '../../failures/correction.ts'
import { isWithinFixLimits } from './fix-limits.ts'
import { memberNameOf } from './member-name.ts'

/** `"a"` for `["a"]`, and for `{ "value": "a" }`. */
export function unwrapOnlyChild(
  { location, node, path }: FailureOf<'type'> | FailureOf<'enum'>,
  accepts: (value: unknown) => boolean,
): Correction | undefined {
  const segment = onlyChild(location.value, node)
  if (segment === undefined) return undefined
  const child = childLocation(location, segment, 0, (location.value as JsonObject)[segment])
  if (!accepts(child.value)) return undefined
  if (!isObject(child.value) && !node.isValid(child.value, 0, new Evaluations())) return undefined
  const value = child.value as Json
  const suggestion = isObject(value) ? undefined : value
  if (isString(segment) && TELLING_NAMES.includes(segment) && segment !== memberNameOf(node))
    return suggestion === undefined ? undefined : { suggestion }
  const remaining = { schema: node, location: child }
  // RFC 6902, section 4.1: a value that is moved into an array is inserted before the one at that index.
  if (typeof location.segment === 'number')
    return {
      suggestion,
      remaining,
      fix: isWithinFixLimits(value) ? [{ op: 'replace', path, value }] : undefined,
    }
  return { suggestion, remaining, fix: [{ op: 'move', from: pointerOf(child), path }] }
}

function onlyChild(value: unknown, node: SchemaNode): string | number | undefined {
  if (isArray(value)) return value.length === 1 ? 0 : undefined
  const [name, ...others] = isObject(value) ? Object.keys(value) : []
  if (name === undefined || others.length > 0) return undefined
  return [...VALUE_NAMES, ...TELLING_NAMES, memberNameOf(node)].includes(name) ? name : undefined
}

/** Names of the only member of an object that stands for the value of that member. */
const VALUE_NAMES = ['value', 'text', 'amount']

/** Names that say something about the value, which is lost without them. */
const TELLING_NAMES = ['name', 'id', 'description']
