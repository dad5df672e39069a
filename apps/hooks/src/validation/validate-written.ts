import { dirname } from 'node:path'

import { type Contracts, escapeText, openContracts } from '@workbench/contracts'
import { openArea } from '@workbench/workspace'

import { resolvePath } from '../paths/resolve-path.ts'
import { contextResponse, type HookResponse } from '../response.ts'
import type { Task } from '../task.ts'
import { adviceMessage } from './advice-message.ts'
import { othersMessage } from './others-message.ts'
import { recordTold } from './record-told.ts'
import { rejectionMessage } from './rejection-message.ts'
import { type NamedFile, toNamedFiles } from './named-file.ts'
import { validateNamed } from './validate-named.ts'
import { validateEntries } from './validate-working-area.ts'

/** After a tool ran: validates the files that it names, and what changed in the working area, as they are on disk now. */
export function validateWritten(task: Task): HookResponse {
  const { context, event, areas } = task
  const [area] = areas
  const { root } = area
  const { deadline, env, cwd } = context
  let contracts: Contracts | undefined
  const open = () => (contracts ??= openContracts({ env, cwd: root }))
  const named = toNamedFiles(task.named, cwd)
  const files = validateNamed(named, { area: openArea(root), open, deadline })
  const { own, others } = validateEntries(task, area, open)
  recordTold(task, root, [...files, ...own, ...others])
  const message = rejectionMessage([...files, ...own].filter(({ valid }) => !valid))
  const note = othersMessage(others)
  if (message !== '') return { status: 2, message: joined([message, note]) }
  return contextResponse(event, {
    agent: joined([adviceMessage([...files, ...own]), note]),
    user: changedContracts(named, open),
  })
}

/** What the user is told if the tool wrote contracts of the project: artifacts are validated by them. */
function changedContracts(named: readonly NamedFile[], open: () => Contracts): string {
  const changed = named.filter(({ file, isChanged }) => isChanged && file.endsWith('.schema.json'))
  if (changed.length === 0) return ''
  const directory = resolvePath(open().directory, '/')
  const names = changed.filter(({ file }) => dirname(file) === directory).map(({ path }) => escapeText(path))
  return names.length === 0 ? '' : `workbench: the agent changed the contract ${names.join(', ')}`
}

const joined = (texts: readonly string[]): string => texts.filter((text) => text !== '').join('\n\n')
