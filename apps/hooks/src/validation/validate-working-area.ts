import { join } from 'node:path'

import { type Contracts, openContracts } from '@workbench/contracts'
import { describeFsError } from '@workbench/contracts/internal'
import {
  describeWriter,
  invalidFile,
  type ListedFile,
  openArea,
  pathOf,
  relativePath,
  validateArea,
  type ValidatedFile,
} from '@workbench/workspace'

import type { HookResponse } from '../response.ts'
import { emptyResponse } from '../response.ts'
import type { AreaTask, Task } from '../task.ts'
import { type OthersInvalidFile, othersMessage } from './others-message.ts'
import { recordTold } from './record-told.ts'
import { rejectionMessage } from './rejection-message.ts'

/** When the agent is about to stop: holds it for what it wrote, and tells it once what is invalid beside that. */
export function validateOnStop(task: Task): HookResponse {
  const results = task.areas.map((area) => ({ area, ...validateEntries(task, area) }))
  const message = [
    rejectionMessage(results.flatMap(({ own }) => own.filter(({ valid }) => !valid))),
    othersMessage(results.flatMap(({ others }) => others)),
  ]
    .filter((text) => text !== '')
    .join('\n\n')
  for (const { area, validated } of results) recordTold(task, area.root, validated)
  return message === '' ? emptyResponse : { status: 2, message }
}

interface AreaResult {
  /** The files that the agent must correct if they are invalid. */
  readonly own: readonly ValidatedFile[]
  /** The invalid ones that others wrote. */
  readonly others: readonly OthersInvalidFile[]
  /** All of them. */
  readonly validated: readonly ValidatedFile[]
}

/** Validates the files of a working area that an event is about. */
export function validateEntries(
  { event, context, areas: [first] }: Task,
  { root, own, others }: AreaTask,
  {
    open = () => openContracts({ env: context.env, cwd: root }),
    needsDeliverables = false,
  }: { readonly open?: () => Contracts; readonly needsDeliverables?: boolean } = {},
): AreaResult {
  const validate = (entries: readonly ListedFile[] | undefined): ValidatedFile[] =>
    validateArea(openArea(root), open, { deadline: context.deadline, entries, needsDeliverables }).map(
      (file) => ({
        ...file,
        path: root === first.root ? file.path : join(root, file.path),
      }),
    )
  try {
    const writers = new Map(
      others.map((file) => [
        join(root, relativePath(pathOf(file))),
        describeWriter(file.writer, event.writer),
      ]),
    )
    const [ownFiles, othersFiles] = [validate(own), validate(others)]
    return {
      own: ownFiles,
      others: othersFiles
        .filter(({ valid }) => !valid)
        .map((file) => ({ ...file, writer: writers.get(join(root, file.path)) })),
      validated: [...ownFiles, ...othersFiles],
    }
  } catch (error) {
    const problem = `it could not be validated: ${describeFsError(error)}`
    const path = root === first.root ? relativePath() : join(root, relativePath())
    return { own: [invalidFile(path, problem)], others: [], validated: [] }
  }
}
