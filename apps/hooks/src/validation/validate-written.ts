import { type Contracts, openContracts } from '@workbench/contracts'
import { absolutePath, openArea } from '@workbench/workspace'

import { resolvePath } from '../paths/resolve-path.ts'
import { contextResponse, type HookResponse } from '../response.ts'
import type { Task } from '../task.ts'
import { adviceMessage } from './advice-message.ts'
import { handoffRejections } from './handoff-rejections.ts'
import { othersNote, protectedNote } from './messages/notes.ts'
import { rejectionMessage } from './rejection-message.ts'
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
    ({ segments }) => !seen.has(resolvePath(absolutePath(openArea(root), ...segments), root)),
  )
  const changed =
    others?.length === 0
      ? { files: [], rejections: [], others: [] }
      : validateEntries(task, { root, entries: others }, open)
  const handoffs = changed.files
    .filter(({ valid }) => valid)
    .flatMap((file) => handoffRejections(file, { root, open, deadline }))
  const notes = {
    others: othersNote(changed.others),
    protected: protectedNote(protectedChanges, event.tool),
  }
  const message = rejectionMessage([...rejections, ...changed.rejections, ...handoffs])
  if (message !== '') {
    const parts = [message, notes.others, notes.protected].filter((part) => part !== '')
    return { status: 2, message: parts.join('\n\n') }
  }
  const texts = [adviceMessage(advised), notes.others, notes.protected].filter((text) => text !== '')
  return contextResponse(event, { agent: texts.join('\n\n'), user: notes.protected })
}
