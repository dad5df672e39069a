import { chmodSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

import { wrapSystemErrors } from '../errors.ts'
import { replaceFileAtomically } from './atomic-write.ts'

/**
 * Replaces the content of a file atomically, and keeps its mode. The temporary file is in the same folder.
 * @throws {WorkingAreaError} if the file system rejects the operation.
 */
export function replaceFile(path: string, text: string): void {
  wrapSystemErrors('write', path, () => {
    const { mode } = statSync(path)
    replaceFileAtomically(path, text, dirname(path), (temporary) => {
      chmodSync(temporary, mode & 0o7777)
    })
  })
}
