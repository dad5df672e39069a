import { isArray, isNumber, isObject, isString, type Json, type JsonObject } from '../../../json.ts'
import { childLocation, type Location, pointerOf } from '../../../violations/location.ts'
import { acceptsType } from '../accepts-type.ts'
import type { SchemaNode } from '../../types.ts'
import type { Correction } from './assertion.ts'
import { fitsIntoFix } from './fits-into-fix.ts'
import { parseJson } from './json-in-text.ts'
import { parseNumber } from './parse-number.ts'

/** A longer text is not one item of a list. */
const MAX_ITEM_LENGTH = 200

/**
 * Converts a value of a wrong type to the type that the schema demands, if the value stays the same: a number that is
 * written as a text, a list with one item, one item instead of a list, JSON that is written as a text.
 * @param accepts whether a value has a type that the schema demands
 */
export function convertToType(
  location: Location,
  node: SchemaNode,
  accepts: (value: unknown) => boolean,
): Correction | undefined {
  const { value } = location
  const scalar = convertScalar(value, node, accepts)
  if (scalar !== undefined) {
    // A fraction as a text can stand for a word: 0.95 for "high".
    const isSure = !isNumber(value) || Number.isSafeInteger(value)
    return { suggestion: scalar, replacement: isSure ? scalar : undefined }
  }
  return (
    parseJson(location, node, accepts) ??
    unwrapOnlyChild(location, node, accepts) ??
    wrapInArray(location, node, accepts) ??
    membersToItems(location, node, accepts)
  )
}

function convertScalar(
  value: unknown,
  node: SchemaNode,
  accepts: (value: unknown) => boolean,
): Json | undefined {
  const converted = isNumber(value)
    ? [String(value)]
    : isString(value)
      ? parseScalar(value, node, accepts)
      : []
  const possible = converted.filter((scalar) => node.isValid(scalar, 0))
  return possible.length === 1 ? possible[0] : undefined
}

const parseScalar = (text: string, node: SchemaNode, accepts: (value: unknown) => boolean): readonly Json[] =>
  text === 'true' || text === 'false'
    ? [text === 'true']
    : accepts(0)
      ? parseNumber(text, () => nameOf(node))
      : []

/** The name of the member that a schema describes; empty for other schemas. */
const nameOf = ({ pointer }: SchemaNode): string => /\/properties\/(\w+)$/.exec(pointer)?.[1] ?? ''

/** `"a"` for `["a"]`, and for `{ "value": "a" }`. */
export function unwrapOnlyChild(
  location: Location,
  node: SchemaNode,
  accepts: (value: unknown) => boolean,
): Correction | undefined {
  const segment = onlyChild(location.value, node)
  if (segment === undefined) return undefined
  const child = childLocation(location, segment, 0, (location.value as JsonObject)[segment])
  if (!accepts(child.value)) return undefined
  if (!isObject(child.value) && !node.isValid(child.value, 0)) return undefined
  const json = child.value as Json
  if (isString(segment) && TELLING_NAMES.includes(segment) && segment !== nameOf(node))
    return isObject(json) ? undefined : { suggestion: json }
  return {
    suggestion: isObject(json) ? undefined : json,
    // RFC 6902, section 4.1: a value that is moved into an array is inserted before the one at that index.
    ...(typeof location.segment === 'number'
      ? { replacement: fitsIntoFix(json) ? json : undefined }
      : { fix: [{ op: 'move', from: pointerOf(child), path: pointerOf(location) }] }),
    collectRemaining: (collector) => {
      node.collectViolations(child, collector)
    },
  }
}

function onlyChild(value: unknown, node: SchemaNode): string | number | undefined {
  if (isArray(value)) return value.length === 1 ? 0 : undefined
  const [name, ...others] = isObject(value) ? Object.keys(value) : []
  if (name === undefined || others.length > 0) return undefined
  return [...VALUE_NAMES, ...TELLING_NAMES, nameOf(node)].includes(name) ? name : undefined
}

/** Names of the only member of an object that stands for the value of that member. */
const VALUE_NAMES = ['value', 'text', 'amount']

/** Names that say something about the value, which is lost without them. */
const TELLING_NAMES = ['name', 'id', 'description']

/** `"a"` for `["a"]`, unless the text can be several items. */
function wrapInArray(
  location: Location,
  node: SchemaNode,
  accepts: (value: unknown) => boolean,
): Correction | undefined {
  const { value } = location
  const isText = isString(value)
  const isJson = isText || isNumber(value) || typeof value === 'boolean' || isObject(value)
  if (!isJson || !accepts([])) return undefined
  if (isText && (value === '' || value.length > MAX_ITEM_LENGTH)) return undefined
  const items = node.subschema('items')
  const wrapped = [value as Json]
  const isItem = !isObject(value)
    ? node.isValid(wrapped, 0)
    : (!items || hasKnownMember(items, value)) &&
      node.constraints.tests.every(({ isValid }) => isValid(wrapped))
  if (!isItem) return undefined
  const canBeOneItem = isText ? !/[,;\n]/.test(value) : fitsIntoFix(wrapped)
  return {
    suggestion: isText ? wrapped : undefined,
    replacement: canBeOneItem ? wrapped : undefined,
    collectRemaining: (collector) => {
      if (isObject(value)) items?.collectViolations(location, collector)
    },
  }
}

/** `[a, b]` for `{ "first": a, "second": b }`, if the names are positions, or occur in their items. */
function membersToItems(
  { value }: Location,
  node: SchemaNode,
  accepts: (value: unknown) => boolean,
): Correction | undefined {
  const schema = node.subschema('items')
  if (!isObject(value) || !schema || !accepts([])) return undefined
  const names = Object.keys(value)
  const items = Object.values(value)
  const isRedundant =
    areNumbered(names, nameOf(node)) ||
    items.every((item, index) => isObject(item) && Object.values(item).includes(names[index]))
  const isList = isRedundant && node.isValid(items, 0) && fitsIntoFix(items as Json)
  return isList ? { replacement: items as Json } : undefined
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

/** Whether `properties` of a schema, or of the target of its `$ref`, names a member of an object. */
const hasKnownMember = (node: SchemaNode, object: JsonObject): boolean =>
  acceptsType(node, object) &&
  (Object.keys(object).some((name) => node.subschema('properties', name) !== undefined) ||
    (node.reference !== undefined && hasKnownMember(node.reference, object)))
