import { accessSync, constants, linkSync, lstatSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

import { describeFsError, readFile } from '@workbench/contracts/internal'

import { attempt } from '../attempt.ts'
import { UnsafePathError, WorkingAreaError } from '../errors.ts'
import { syncFolder, temporaryFile, writeTemporaryFile } from './atomic-write.ts'
import { isWithin, realPath } from './confined-file.ts'
import { openTarget, targetOf } from './write-target.ts'

/** What becomes of one file. */
export interface FileChange {
  /** Absolute path; {@link targetOf} says which links are followed. */
  readonly path: string
  /** The new text; undefined deletes the file, or the link with this name. */
  readonly text: string | undefined
  /** The content that was read, or null if there was no file: nothing else is replaced. Default: anything is. */
  readonly before?: Uint8Array | null
}

/**
 * Creates, replaces and deletes files, all or none. Each is written atomically and keeps its mode and owner; missing folders
 * are created. All texts are on the disk before the first file is changed. If a change fails, those before it are reversed,
 * if the file system has hard links; if the process is killed, they are not. A write of another process since `before` was
 * read is detected, unless it happens between the last check and rename(2).
 * @param root the project's root
 * @throws {WorkingAreaError} that names the file.
 */
export function writeFiles(root: string, changes: readonly FileChange[]): void {
  const project = realPath(root) ?? root
  /** Run at the end, the last one first. */
  const steps: { readonly run: () => void; readonly isReversal?: boolean }[] = []
  let [current, isDone] = [root, false]
  try {
    const prepared = changes.map(prepare)
    for (const { commit } of prepared) commit()
    for (const { folder } of prepared) syncFolder(folder)
    isDone = true
  } catch (error) {
    const name = (isWithin(root, current) && relative(root, current)) || current
    throw new WorkingAreaError(`Cannot write ${name}: ${describeFsError(error, 'write')}`, { cause: error })
  } finally {
    // The error that is reported is the one that stopped the write.
    for (const { run, isReversal } of steps.toReversed()) if (!isDone || !isReversal) attempt(run)
  }

  /** Writes the text to a temporary file. Returns its folder, and the function that gives it its name. */
  function prepare({ path, text, before }: FileChange) {
    current = path
    const target = targetOf(project, path, text === undefined)
    const folder = openTarget(project, dirname(target), (run) => steps.push({ run, isReversal: true }))
    const file = join(folder.path, basename(target))
    const old = temporaryFile(folder.path)
    steps.push({ run: folder.close }, { run: () => rmSync(old, { force: true }) })
    const replaced = lstatSync(file, { throwIfNoEntry: false })
    // unlink(2) and rename(2) ignore the mode of the file.
    if (replaced?.isFile()) accessSync(file, constants.W_OK)
    else if (replaced && text !== undefined) throw new UnsafePathError(NOT_A_FILE)
    const temporary = text === undefined ? undefined : writeTemporaryFile(text, folder.path, replaced, true)
    if (temporary !== undefined) steps.push({ run: () => rmSync(temporary, { force: true }) })
    const commit = () => {
      current = path
      if (isWritten(file, text, before)) return
      if (replaced) attempt(() => linkSync(file, old))
      if (temporary === undefined) rmSync(file)
      else renameSync(temporary, file)
      steps.push({ run: () => (replaced ? renameSync(old, file) : rmSync(file)), isReversal: true })
    }
    return { folder: folder.path, commit }
  }
}

const NOT_A_FILE = 'a directory, a device, a pipe or a link to nothing has this name; specify another file'

/**
 * Whether another process has created the same file.
 * @throws {UnsafePathError} if the content is not the one that was read.
 */
function isWritten(file: string, text: string | undefined, before: FileChange['before']): boolean {
  const isAbsent = before === null && !lstatSync(file, { throwIfNoEntry: false })
  if (before === undefined || isAbsent) return false
  if (Buffer.compare(readFile(file).bytes, before ?? Buffer.from(text ?? '')) !== 0)
    throw new UnsafePathError('another process has changed it; read it again')
  return before === null
}
