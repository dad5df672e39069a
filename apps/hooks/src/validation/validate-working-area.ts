import { describeFsError, openContracts } from '@workbench/contracts'
import { findProjectRoot, openArea, validateArea, type ValidatedFile } from '@workbench/workspace'

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
    return validateArea(openArea(root), () => openContracts({ env, cwd: root }), options)
      .filter(({ valid }) => !valid)
      .map(toRejection)
  } catch (error) {
    return [{ path: '.workbench', problem: `it could not be validated: ${describeFsError(error)}` }]
  }
}

const toRejection = ({ path, schema, violations, more, problem, isUnchecked }: ValidatedFile): Rejection => {
  if (isUnchecked) return { path, isUnchecked }
  return problem === undefined ? { path, schema, violations, more } : { path, problem }
}
