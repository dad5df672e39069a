import { chmodSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

import { wrapSystemErrors } from '../errors.ts'
import { replaceFileAtomically } from './atomic-write.ts'

/**
 * Replaces the content of a file atomically, and keeps its mode. The temporary file is in the same folder. A link stays,
 * and the file that it names is replaced.
 * @throws {WorkingAreaError} if the file system rejects the operation.
 */
export function replaceFile(path: string, text: string): void {
  wrapSystemErrors('write', path, () => {
    const file = realpathSync(path)
    const { mode } = statSync(file)
    replaceFileAtomically(file, text, dirname(file), (temporary) => {
      chmodSync(temporary, mode & 0o7777)
    })
  })
}
