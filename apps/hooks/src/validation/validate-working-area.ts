import { describeFsError, openContracts } from '@workbench/contracts'
import {
  findProjectRoot,
  type ListedFile,
  openArea,
  validateArea,
  validateChanges,
  type ValidatedFile,
} from '@workbench/workspace'

import type { HookContext } from '../response.ts'
import type { Rejection } from './rejection-message.ts'

/** What a tool may have changed in the working area. */
export interface ChangedArea {
  /** In milliseconds since 1970. */
  readonly since: number
  /** The files that changed since then; undefined if they could not be listed. */
  readonly entries: readonly ListedFile[] | undefined
}

/**
 * The invalid files of the working area, and what makes it invalid as a whole.
 * @param changed Default: all files.
 */
export function validateWorkingArea({ env, cwd, deadline }: HookContext, changed?: ChangedArea): Rejection[] {
  const root = findProjectRoot({ env, cwd })
  try {
    // An artifact can refer to files that the agent writes after it, so the project is not checked before the agent stops.
    const options = changed
      ? { deadline, changedSince: changed.since, entries: changed.entries }
      : { deadline, checksProject: true }
    return rejectionsOf(validateArea(openArea(root), () => openContracts({ env, cwd: root }), options))
  } catch (error) {
    return [unvalidated(error)]
  }
}

/**
 * The invalid files of the working area; those that did not change since they were valid are not read.
 * @returns undefined if the working area has no cache, or if more than `maxBytes` changed
 */
export function validateChangedFiles(
  { env, cwd, deadline, validator }: HookContext,
  maxBytes?: number,
): Rejection[] | undefined {
  if (!validator) return undefined
  const root = findProjectRoot({ env, cwd })
  try {
    const files = validateChanges(openArea(root), () => openContracts({ env, cwd: root }), {
      env,
      programs: [validator.file],
      engine: validator.engine,
      deadline,
      maxBytes,
    })
    return files && rejectionsOf(files)
  } catch (error) {
    return [unvalidated(error)]
  }
}

const rejectionsOf = (files: readonly ValidatedFile[]): Rejection[] =>
  files.filter(({ valid }) => !valid).map(toRejection)

const unvalidated = (error: unknown): Rejection => ({
  path: '.workbench',
  problem: `it could not be validated: ${describeFsError(error)}`,
})

const toRejection = ({ path, schema, violations, more, problem, isUnchecked }: ValidatedFile): Rejection => {
  if (isUnchecked) return { path, isUnchecked }
  return problem === undefined ? { path, schema, violations, more } : { path, problem }
}
