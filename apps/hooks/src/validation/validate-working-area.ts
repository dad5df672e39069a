import { join } from 'node:path'

import { type Contracts, openContracts } from '@workbench/contracts'
import { describeFsError } from '@workbench/contracts/internal'
import {
  invalidFile,
  openArea,
  readConfined,
  relativePath,
  validateArea,
  type ValidatedFile,
} from '@workbench/workspace'

import { contextResponse, type HookResponse } from '../response.ts'
import type { AreaTask, Task } from '../task.ts'
import { type OthersFile, othersNote } from './messages/notes.ts'
import { isResponsible, ownersOf } from './messages/owners.ts'
import { type Rejection, rejectionMessage } from './rejection-message.ts'

/**
 * When the agent is about to stop: validates the whole working area, because a program can write files that no event
 * names.
 */
export function validateOnStop(task: Task): HookResponse {
  const results = task.areas.map((area) => validateEntries(task, area))
  const rejections = results.flatMap(({ rejections: own }) => own)
  const others = othersNote(results.flatMap(({ others: files }) => files))
  const message = rejectionMessage(rejections)
  return message === ''
    ? contextResponse(task.event, { agent: '', user: others })
    : { status: 2, message: [message, ...(others === '' ? [] : [others])].join('\n\n') }
}

interface AreaResult {
  readonly files: readonly ValidatedFile[]
  /** What the agent must correct. */
  readonly rejections: readonly Rejection[]
  /** The invalid files that other agents wrote. */
  readonly others: readonly OthersFile[]
}

/** Validates the listed files of a working area. */
export function validateEntries(
  { event, context, areas: [first] }: Task,
  { root, entries }: AreaTask,
  open: () => Contracts = () => openContracts({ env: context.env, cwd: root }),
): AreaResult {
  const bytesOf = (path: string) => readConfined(join(root, path), [root]).bytes
  const nameOf = (path: string): string => (root === first.root ? path : join(root, path))
  try {
    const files = validateArea(openArea(root), open, { deadline: context.deadline, entries })
    const invalid = files
      .filter(({ valid }) => !valid)
      .map((file) => ({
        file,
        path: nameOf(file.path),
        owners: event.subagent ? ownersOf(file.path, () => bytesOf(file.path)) : [],
      }))
    return {
      files,
      rejections: invalid
        .filter(({ owners }) => isResponsible(event.subagent, owners))
        .map(({ file, path }) => ({ ...file, path })),
      others: invalid
        .filter(({ owners }) => !isResponsible(event.subagent, owners))
        .map(({ path, owners }) => ({ path, owner: owners.join(' or ') })),
    }
  } catch (error) {
    const problem = `it could not be validated: ${describeFsError(error)}`
    return { files: [], rejections: [invalidFile(nameOf(relativePath()), problem)], others: [] }
  }
}
