import { Evaluations } from '../../schema/evaluation/limits.ts'
import { isNumber, isObject, isString, type Json, type JsonObject } from '@workbench/json-text'
import type { SchemaNode } from '../../schema/types.ts'
import type { FailureOf } from '../../failures/failure.ts'
import { acceptsType } from '../accepts-type.ts'
import type { Correction } from '../../failures/correction.ts'
import { propertyOf } from '../members/known-members.ts'
import { isWithinFixLimits } from './fix-limits.ts'

/** A longer text is not one item of a list. */
const MAX_ITEM_LENGTH = 200

/** A text that says that there is no item, or not which. */
const NO_ITEM =
  /^[^\p{L}\p{N}]*(?:$|(?:no(?:ne|body|thing|t)?|null|nil|n\/?a|without|empty|unknown|tbd|todo|kein\p{L}*|niemand|nichts|aucune?|rien|ning[uú]\p{L}*)(?![\p{L}\p{N}_-]))/iu
/** Separators, a list of another language, and several ids. */
const SEVERAL_ITEMS =
  /[,;\n\t|、，；]|\s(?:and|or|to|und|oder|bis|et|ou|y|o|&|\+|\/|->?)\s|^\s*(?:\d+[.)]|[-*•]|['"[({])|^\S*\d\S*\s+\S*\d/i

/** Several words can be several items, or say that there is none. */
const ONE_WORD = /^(?!.*\.\.)[\p{L}\p{N}_./#@:-]+$/u

/** `["a"]` for `"a"`, unless the text can be several items. */
export function singleItem({ location, node, path }: FailureOf<'type'>): Correction | undefined {
  const { value } = location
  const isText = isString(value)
  const { items, tests } = node.constraints
  // Where any item is allowed, a number can be a count, and an object one of items by their names.
  const isJson = isText || ((isNumber(value) || isObject(value)) && items !== undefined)
  if (!isJson || !acceptsType(node, [])) return undefined
  if (isText && (NO_ITEM.test(value) || value.length > MAX_ITEM_LENGTH)) return undefined
  const wrapped = [value as Json]
  const isItem = !isObject(value)
    ? node.isValid(wrapped, 0, new Evaluations())
    : items && hasKnownMember(items, value) && tests.every(({ isValid }) => isValid(wrapped))
  if (!isItem) return undefined
  return {
    suggestion: isText && !SEVERAL_ITEMS.test(value) ? wrapped : undefined,
    fix: (isText ? ONE_WORD.test(value) : isWithinFixLimits(wrapped))
      ? [{ op: 'replace', path, value: wrapped }]
      : undefined,
    remaining: isObject(value) && items ? { schema: items, location } : undefined,
  }
}

/** Whether `properties` of a schema, or of the target of its `$ref`, names a member of an object. */
const hasKnownMember = (node: SchemaNode, object: JsonObject): boolean =>
  acceptsType(node, object) && Object.keys(object).some((name) => propertyOf(node, name))
