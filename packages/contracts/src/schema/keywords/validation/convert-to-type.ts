import {
  isArray,
  isDeeperThan,
  isNumber,
  isObject,
  isString,
  type Json,
  type JsonObject,
} from '../../../json.ts'
import { childLocation, type Location, pointerOf } from '../../../violations/location.ts'
import { acceptsType } from '../accepts-type.ts'
import type { SchemaNode } from '../../types.ts'
import type { Correction } from './assertion.ts'
import { parseNumber } from './parse-number.ts'

/** The maximum length of a value in a fix, as JSON, in UTF-16 code units. */
const MAX_FIX_LENGTH = 16_384

/** `JSON.stringify` is recursive. */
const MAX_FIX_DEPTH = 100

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
  return VALUE_NAMES.includes(name) || name === nameOf(node) ? name : undefined
}

/** Generic names of the only member of an object: the object stands for the value of that member. */
const VALUE_NAMES = ['value', 'text', 'amount', 'name', 'id', 'description']

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
  const canBeOneItem = isText ? !/[,;\n]/.test(value) : !isObject(value) || fitsIntoFix(wrapped)
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

/** For example `item1`, `item2`, or `option0`, `option1` in `options`. */
function areNumbered(names: readonly string[], list: string): boolean {
  const parts = names.map((name) => /^([a-z]*)(\d+)$/.exec(name))
  const [, prefix = '', first] = parts[0] ?? []
  return (
    (prefix === 'item' || list.startsWith(prefix)) &&
    Number(first) <= 1 &&
    parts.every((part, index) => part?.[1] === prefix && Number(part[2]) === Number(first) + index)
  )
}

/** Whether `properties` of a schema, or of the target of its `$ref`, names a member of an object. */
const hasKnownMember = (node: SchemaNode, object: JsonObject): boolean =>
  acceptsType(node, object) &&
  (Object.keys(object).some((name) => node.subschema('properties', name) !== undefined) ||
    (node.reference !== undefined && hasKnownMember(node.reference, object)))

/** An object or an array that is encoded as JSON twice. */
function parseJson(
  location: Location,
  node: SchemaNode,
  accepts: (value: unknown) => boolean,
): Correction | undefined {
  const { value } = location
  if (!isString(value) || !STARTS_LIKE_JSON.test(value)) return undefined
  const parsed = tryParse(value)
  if (parsed === undefined || !accepts(parsed)) return undefined
  return {
    replacement: fitsIntoFix(parsed) ? parsed : undefined,
    collectRemaining: (collector) => {
      node.collectViolations({ ...location, value: parsed }, collector)
    },
  }
}

/** Excludes most texts: an error of `JSON.parse` takes longer than everything else here. */
const STARTS_LIKE_JSON = /^\s*(?:\{\s*["}]|\[\s*[[\]{"\-\dtfn])/

/** False for a value that JSON cannot represent, such as a bigint or an object that contains itself. */
function fitsIntoFix(value: Json): boolean {
  if (isDeeperThan(MAX_FIX_DEPTH, value)) return false
  try {
    return JSON.stringify(value).length <= MAX_FIX_LENGTH
  } catch {
    return false
  }
}

function tryParse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
