import { join, resolve } from 'node:path'

import { openContracts } from '@workbench/contracts'
import { describeFsError } from '@workbench/contracts/internal'
import {
  areaPath,
  describeWriter,
  invalidFile,
  type ListedFile,
  openArea,
  pathOf,
  validateArea,
  type ValidatedFile,
} from '@workbench/workspace'

import { emptyResponse, type HookResponse } from '../response.ts'
import type { AreaTask, Task } from '../task.ts'
import { type OthersFileVerdict, othersMessage } from './others-message.ts'
import { recordTold } from './record-told.ts'
import { rejectionMessage } from './rejection-message.ts'

/** When the agent is about to stop: holds it for what it wrote, and tells it once what is invalid beside that. */
export function validateOnStop(task: Task): HookResponse {
  const results = task.areas.map((area) => ({ area, ...validateEntries(task, area) }))
  const message = [
    rejectionMessage(results.flatMap(({ own }) => own.filter(({ valid }) => !valid))),
    othersMessage(results.flatMap(({ others }) => others)),
    task.promise ?? '',
  ]
    .filter((text) => text !== '')
    .join('\n\n')
  for (const { area, own, others } of results) recordTold(task, area.root, [...own, ...others])
  return message === '' ? emptyResponse : { status: 2, message }
}

interface AreaResult {
  /** The files that the agent must correct if they are invalid. */
  readonly own: readonly ValidatedFile[]
  readonly others: readonly OthersFileVerdict[]
}

/** Validates the files of a working area that an event is about. */
export function validateEntries(
  { event, context, areas: [first] }: Task,
  { root, own, others }: AreaTask,
  open = () => openContracts({ env: context.env, cwd: root }),
): AreaResult {
  const { deadline } = context
  const shown = (path: string) => (root === first.root ? path : join(root, path))
  const validate = (entries: readonly ListedFile[] | undefined, needsDeliverables = false) =>
    validateArea(openArea(root), open, { deadline, entries, needsDeliverables }).map((file) => ({
      ...file,
      path: shown(file.path),
    }))
  try {
    const writerOf = new Map(others.map((file) => [join(root, areaPath(pathOf(file))), file.writer]))
    return {
      own: validate(own, event.kind !== 'stop'),
      others: validate(others).map((file) => ({
        ...file,
        writer: describeWriter(writerOf.get(resolve(root, file.path)), event.writer),
      })),
    }
  } catch (error) {
    const problem = `it could not be validated: ${describeFsError(error)}`
    return { own: [invalidFile(shown(areaPath()), problem)], others: [] }
  }
}
