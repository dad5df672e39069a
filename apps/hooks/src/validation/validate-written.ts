import { join } from 'node:path'

import { type Contracts, openContracts } from '@workbench/contracts'
import { findProjectRoot, openArea, type ValidatedFile } from '@workbench/workspace'

import { resolvePath } from '../paths/resolve-path.ts'
import { adviceResponse, emptyResponse, type HookResponse } from '../response.ts'
import type { Task } from '../task.ts'
import { adviceMessage } from './advice-message.ts'
import { handoffRejections } from './handoff-rejections.ts'
import { type Rejection, rejectionMessage } from './rejection-message.ts'
import { toNamedFiles } from './named-file.ts'
import { validateNamed } from './validate-named.ts'
import { toRejections, validateEntries } from './validate-working-area.ts'

/** After a tool ran: validates the files that it names, and what changed in the working area, as they are on disk now. */
export function validateWritten(task: Task): HookResponse {
  const { context, event } = task
  const root = findProjectRoot(context)
  let contracts: Contracts | undefined
  const open = () => (contracts ??= openContracts({ env: context.env, cwd: root }))
  const named = toNamedFiles(task.named, context.cwd, task.since)
  const { deadline } = context
  const { rejections, advised } = validateNamed(named, { area: openArea(root), open, deadline })
  rejections.push(...changedRejections(task, open, new Set(named.map(({ file }) => file))))
  const message = rejectionMessage(rejections)
  if (message !== '') return { status: 2, message }
  return event.name === undefined ? emptyResponse : adviceResponse(adviceMessage(advised), event.name)
}

/** @param named the files that are validated already; absolute, without links */
function changedRejections(task: Task, open: () => Contracts, named: ReadonlySet<string>): Rejection[] {
  if (task.entries?.length === 0) return []
  const { context } = task
  const root = findProjectRoot(context)
  const isNew = ({ path }: { readonly path: string }): boolean =>
    !named.has(resolvePath(join(root, path), root))
  const { files, rejections } = validateEntries(task)
  const rejectionsOf = (file: ValidatedFile): Rejection[] =>
    file.valid ? handoffRejections(file, { root, open, deadline: context.deadline }) : toRejections(file)
  return [...rejections, ...files.filter(isNew).flatMap(rejectionsOf)]
}
