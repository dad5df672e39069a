/**
 * What the other packages of this repository use besides the public functions. It is not published, and changes without
 * notice.
 * @module internal
 */
export { stringifyEscaped } from '@workbench/json-text'
export { describeFsError, type FileOperation, isSystemError } from './errors/describe-fs-error.ts'
export { type FileContent, type FileState, MAX_FILE_BYTES, readFile } from './files/read-file.ts'
export { tryParse } from '@workbench/json-text'
export { packagedContracts } from './packaged-contracts.ts'
export { segments, token } from '@workbench/json-text'
export { parseReference } from './schema/parse-reference.ts'
export { suggest } from './words/did-you-mean.ts'
export { pluralize } from './messages/describe-value.ts'
