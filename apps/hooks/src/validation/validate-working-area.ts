import { describeFsError, openContracts } from '@workbench/contracts'
import {
  findProjectRoot,
  openArea,
  validateArea,
  validateChanges,
  type ValidatedFile,
} from '@workbench/workspace'

import type { HookContext } from '../response.ts'
import type { Rejection } from './rejection-message.ts'

/**
 * The invalid files of the working area, and what makes it invalid as a whole.
 * @param changedSince only files that changed since then, in milliseconds since 1970
 */
export function validateWorkingArea({ env, cwd, deadline }: HookContext, changedSince?: number): Rejection[] {
  const root = findProjectRoot({ env, cwd })
  try {
    // An artifact can refer to files that the agent writes after it, so the project is not checked before the agent stops.
    const options =
      changedSince === undefined ? { deadline, checksProject: true } : { deadline, changedSince }
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
