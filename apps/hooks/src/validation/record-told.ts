import { resolve } from 'node:path'

import { openArea, recordVerdicts } from '@workbench/workspace'

import { pathInAreaOf } from '../paths/area-paths.ts'
import type { Task } from '../task.ts'

/** Records which files of a working area the agent of an event is told of. Without a record, it is told again. */
export function recordTold(
  { event, context }: Task,
  root: string,
  files: readonly { readonly path: string; readonly valid: boolean }[],
): void {
  const verdicts = files.flatMap(({ path, valid }) => {
    const inArea = pathInAreaOf(root, resolve(root, path)) ?? pathInAreaOf(root, resolve(context.cwd, path))
    return inArea === undefined ? [] : [{ path: inArea, valid }]
  })
  try {
    recordVerdicts(openArea(root), event.writer, verdicts)
  } catch {
    // The working area cannot be written, or another process holds the lock.
  }
}
