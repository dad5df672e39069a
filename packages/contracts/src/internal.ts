/**
 * What the other packages of this repository use besides the public functions. It is not published, and changes without
 * notice.
 * @module internal
 */
export { stringifyEscaped } from './escape.ts'
export { describeFsError, type FileOperation, isSystemError } from './files/describe-fs-error.ts'
export { type FileContent, type FileState, MAX_FILE_BYTES, readFile } from './files/read-file.ts'
export { tryParse } from './json.ts'
export { packagedContracts } from './packaged-contracts.ts'
export { segments, token } from './pointer.ts'
export { parseReference } from './schema/parse-reference.ts'
export { suggest } from './violations/did-you-mean.ts'
export { pluralize } from './violations/messages.ts'
