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
import { acceptsType } from '../../accepts-type.ts'
import type { SchemaNode } from '../../types.ts'
import type { Correction } from './assertion.ts'

/** Longer values are not repeated in a fix, in characters of JSON. */
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
  const scalar = convertScalar(value, accepts)
  if (scalar !== undefined) {
    // A fraction as a text can stand for a word: 0.95 for "high".
    const isSure = !isNumber(value) || Number.isSafeInteger(value)
    return { suggestion: scalar, replacement: isSure ? scalar : undefined }
  }
  return (
    parseJson(location, node, accepts) ??
    unwrapItem(location, node, accepts) ??
    wrapInArray(location, node, accepts)
  )
}

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/

/** The point may separate thousands: `43.000`. */
const THOUSANDS = /^-?[1-9]\d{0,2}\.\d{3}$/

function convertScalar(value: unknown, accepts: (value: unknown) => boolean): Json | undefined {
  if (isNumber(value)) return accepts(String(value)) ? String(value) : undefined
  if (!isString(value)) return undefined
  const converted =
    value === 'true' || value === 'false'
      ? value === 'true'
      : NUMBER.test(value) && !THOUSANDS.test(value)
        ? Number(value)
        : undefined
  return converted !== undefined && accepts(converted) ? converted : undefined
}

/** `["a"]` for `"a"`. */
function unwrapItem(
  location: Location,
  node: SchemaNode,
  accepts: (value: unknown) => boolean,
): Correction | undefined {
  const { value } = location
  if (!isArray(value) || value.length !== 1 || !accepts(value[0])) return undefined
  const item = childLocation(location, 0, 0, value[0])
  if (!isObject(item.value) && !node.isValid(item.value, 0)) return undefined
  return {
    suggestion: isObject(item.value) ? undefined : (item.value as Json),
    fix: [{ op: 'move', from: pointerOf(item), path: pointerOf(location) }],
    collectRemaining: (collector) => {
      node.collectViolations(item, collector)
    },
  }
}

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
  const isItem = !items || (isObject(value) ? hasKnownMember(items, value) : items.isValid(value, 0))
  if (!isItem) return undefined
  const wrapped = [value as Json]
  const canBeOneItem = isText ? !/[,;\n]/.test(value) : !isObject(value) || fitsIntoFix(wrapped)
  return {
    suggestion: isText ? wrapped : undefined,
    replacement: canBeOneItem ? wrapped : undefined,
    collectRemaining: (collector) => {
      if (isObject(value)) items?.collectViolations(location, collector)
    },
  }
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
