/**
 * What the other packages of this repository use besides the public functions. It is not published, and changes without
 * notice.
 * @module internal
 */
export { stringifyEscaped, segments, token, tryParse } from '@workbench/json-text'
export { tableCell } from './catalog/contract-page.ts'
export { describeFsError, type FileOperation, isSystemError } from './errors/describe-fs-error.ts'
export { type FileContent, type FileState, MAX_FILE_BYTES, readFile } from './files/read-file.ts'
export { formatList, pluralize, summarizeValue } from './messages/describe-value.ts'
export { packagedContracts } from './packaged-contracts.ts'
export { parseReference } from './schema/parse-reference.ts'
export { suggest } from './words/did-you-mean.ts'

/* Compiled schemas, for their comparison. */
export type { Contracts } from './catalog/contracts.ts'
export { describeTest } from './messages/describe-schema.ts'
export { withArticle } from './messages/hints.ts'
export { render } from './messages/render.ts'
export { ASCII, CharacterSet, READABLE } from './regexp/character-set.ts'
export { exampleText } from './regexp/example-text.ts'
export { linearMatcher } from './regexp/linear-matcher.ts'
export { buildNfa, isAnchored, type NfaState, UnsupportedRegExpError } from './regexp/nfa.ts'
export { childrenOf, parseRegExp, type RegExpNode } from './regexp/parse.ts'
export { epsilonClosure } from './regexp/simulate-nfa.ts'
export { isValidFromRoot } from './schema/evaluation/is-valid-from-root.ts'
export type { TestExpectations, TypeName } from './schema/expectations.ts'
export type { KeywordName } from './schema/keywords/supported-keywords.ts'
export { SchemaError } from './schema/schema-error.ts'
export type * from './schema/types.ts'
export { withReferences } from './schema/with-references.ts'
export { findFailures } from './validator/find-failures.ts'
export { MAX_VIOLATIONS, type Validator } from './validator/validator.ts'
