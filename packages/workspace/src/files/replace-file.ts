import { accessSync, chmodSync, constants, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

import { readFile } from '@workbench/contracts/internal'

import { WorkingAreaError, wrapSystemErrors } from '../errors.ts'
import { replaceFileAtomically } from './atomic-write.ts'

/**
 * Replaces the content of a file atomically, and keeps its mode. The temporary file is in the same folder. A link stays,
 * and the file that it names is replaced.
 * @param before the content that was read; a write of another process since then is detected, unless it happens between
 * the last check and rename(2)
 * @throws {WorkingAreaError} if the file does not have the content `before`, if it is read-only, or if the file system
 * rejects the operation.
 */
export function replaceFile(path: string, text: string, before?: Uint8Array): void {
  wrapSystemErrors('write', path, () => {
    const file = realpathSync(path)
    // rename(2) ignores the mode of the file that it replaces.
    accessSync(file, constants.W_OK)
    const { mode } = statSync(file)
    replaceFileAtomically(file, text, dirname(file), (temporary) => {
      chmodSync(temporary, mode & 0o7777)
      if (before && Buffer.compare(readFile(file).bytes, before) !== 0)
        throw new WorkingAreaError(`Cannot write ${path}: another process has changed it; read it again`)
    })
  })
}
