/**
 * JSON text: its values, its positions, patches, and the correction of syntax errors. Knows no schema.
 * @module json-text
 */
export { JSON_NUMBER } from './lexical/scalar.ts'
export type { PatchOperation } from './patches/patch.ts'
export { patchText } from './patches/patch-text.ts'
export { type RecoveryOptions, type Validate, type ValueError } from './recovery/recovery-options.ts'
export { type RecoveredText, recoverText } from './recovery/recover-text.ts'
export { findDuplicates } from './text/duplicates.ts'
export { locate } from './text/locate.ts'
export { type ParsedJson, type ParsedText, parseText, type TextViolation } from './text/parse.ts'
export { positionsIn } from './text/positions.ts'
export { tokenize } from './text/tokenizer.ts'
export { escapeText, stringifyEscaped } from './values/escape.ts'
export {
  codePoints,
  hasMember,
  isArray,
  isDeeperThan,
  isInteger,
  isNumber,
  isObject,
  isString,
  type Json,
  jsonEqual,
  type JsonObject,
  tryParse,
  valueAt,
} from './values/json.ts'
export { memoized } from './values/memoized.ts'
export { MAX_PATHS_LENGTH, parentOf, type Pointer, segments, token } from './values/pointer.ts'
export { formatJson, quote, truncate } from './values/quote.ts'
