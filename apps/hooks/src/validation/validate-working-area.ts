import { describeFsError, openContracts } from '@workbench/contracts'
import { findProjectRoot, openArea, validateArea, type ValidatedFile } from '@workbench/workspace'

import { emptyResponse, type HookResponse } from '../response.ts'
import type { Task } from '../task.ts'
import { type Rejection, rejectionMessage } from './rejection-message.ts'

/**
 * When the agent is about to stop: validates the whole working area, because a program can write files that no event
 * names.
 */
export function validateOnStop(task: Task): HookResponse {
  const { files, rejections } = validateEntries(task)
  const message = rejectionMessage([...rejections, ...files.flatMap(toRejections)])
  return message === '' ? emptyResponse : { status: 2, message }
}

/** The verdicts on the listed files of the working area, and what makes it invalid as a whole. */
export function validateEntries({ context: { env, cwd, deadline }, entries }: Task): {
  readonly files: readonly ValidatedFile[]
  readonly rejections: readonly Rejection[]
} {
  const root = findProjectRoot({ env, cwd })
  try {
    const open = () => openContracts({ env, cwd: root })
    return { files: validateArea(openArea(root), open, { deadline, entries }), rejections: [] }
  } catch (error) {
    const problem = `it could not be validated: ${describeFsError(error)}`
    return { files: [], rejections: [{ path: '.workbench', problem }] }
  }
}

/** Empty for a valid file. */
export function toRejections(file: ValidatedFile): Rejection[] {
  const { path, schema, valid, violations, more, problem, isUnchecked } = file
  if (valid) return []
  if (isUnchecked) return [{ path, isUnchecked }]
  return [problem === undefined ? { path, schema, violations, more } : { path, problem }]
}
