import { join } from 'node:path'

import { type Contracts, openContracts, withPositions } from '@workbench/contracts'
import {
  pathInArea,
  checkDeliverables,
  DeadlineError,
  HANDOFF_CONTRACT,
  openArea,
  readConfined,
  type ValidatedFile,
} from '@workbench/workspace'

import { resolvePath } from '../paths/resolve-path.ts'
import { contextResponse, type HookResponse } from '../response.ts'
import type { Task } from '../task.ts'
import { adviceMessage } from './advice-message.ts'
import { othersNote, protectedNote } from './messages/notes.ts'
import { type Rejection, rejectionMessage } from './rejection-message.ts'
import { toNamedFiles } from './named-file.ts'
import { validateNamed } from './validate-named.ts'
import { validateEntries } from './validate-working-area.ts'

/** After a tool ran: validates the files that it names, and what changed in the working area, as they are on disk now. */
export function validateWritten(task: Task): HookResponse {
  const { context, event, areas, protectedChanges } = task
  const [{ root, entries }] = areas
  const { deadline, env, cwd } = context
  let contracts: Contracts | undefined
  const open = () => (contracts ??= openContracts({ env, cwd: root }))
  const named = toNamedFiles(task.named, cwd, task.since)
  const { rejections, advised } = validateNamed(named, { area: openArea(root), open, deadline })
  const seen = new Set(named.map(({ file }) => file))
  const others = entries?.filter(
    ({ segments }) => !seen.has(resolvePath(pathInArea(openArea(root), ...segments), root)),
  )
  const changed = validateEntries(task, { root, entries: others }, open)
  const handoffs = changed.files
    .filter(({ schema, valid }) => valid && schema === HANDOFF_CONTRACT)
    .flatMap((file) => deliverableRejections(file, root, { contracts: open(), deadline }))
  const message = rejectionMessage([...rejections, ...changed.rejections, ...handoffs])
  const protectedText = protectedNote(protectedChanges, event.tool)
  const notes = [othersNote(changed.others), protectedText]
  if (message !== '') return { status: 2, message: joined([message, ...notes]) }
  return contextResponse(event, { agent: joined([adviceMessage(advised), ...notes]), user: protectedText })
}

const joined = (texts: readonly string[]): string => texts.filter((text) => text !== '').join('\n\n')

/** What is wrong with the deliverables of a valid handoff of the working area. */
function deliverableRejections(
  { path, schema }: ValidatedFile,
  root: string,
  options: { readonly contracts: Contracts; readonly deadline: number },
): Rejection[] {
  try {
    const { bytes } = readConfined(join(root, path), [root])
    const handoff: unknown = JSON.parse(Buffer.from(bytes).toString())
    const { violations } = checkDeliverables(handoff, { root, ...options })
    return violations.length === 0 ? [] : [{ path, schema, violations: withPositions(bytes, violations) }]
  } catch (error) {
    if (error instanceof DeadlineError) return [{ path, schema, violations: [], isUnchecked: true }]
    throw error
  }
}
