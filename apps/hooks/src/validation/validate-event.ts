import { dirname } from 'node:path'

import { type Contracts, escapeText, openContracts } from '@workbench/contracts'
import { attempt, openArea, recordVerdicts } from '@workbench/workspace'

import { resolvePath } from '../paths/resolve-path.ts'
import { contextResponse, emptyResponse, type HookResponse } from '../response.ts'
import type { Task, TaskFile } from '../task.ts'
import { adviceMessage } from './advice-message.ts'
import { rejectionMessage } from './rejection-message.ts'
import { validateFilesOfTask } from './validate-files-of-task.ts'

/**
 * Validates the files that an event is about, as they are on disk now. After a tool, and when the agent is about to stop: holds
 * it for what it wrote, and tells it once what is invalid beside that.
 */
export function validateEvent(task: Task): HookResponse {
  const { context, event, files, promise = '' } = task
  const opened = new Map<string, Contracts>()
  const open = (root: string): Contracts => {
    const contracts = opened.get(root) ?? openContracts({ env: context.env, cwd: root })
    opened.set(root, contracts)
    return contracts
  }
  const roots = [...new Set(files.map(({ root }) => root))]
  const verdicts = roots.flatMap((root) => {
    const found = validateFilesOfTask(task, root, () => open(root))
    const told = found.flatMap(({ file: { inArea: path }, valid }) =>
      path === undefined ? [] : [{ path, valid }],
    )
    // If it cannot be recorded what the agent is told, it is told again.
    attempt(() => recordVerdicts(openArea(root), event.writer, told))
    return found
  })
  const own = verdicts.filter(({ file }) => !file.isOthers)
  const message = joined([rejectionMessage(verdicts), promise])
  const isRejected = event.kind === 'stop' ? message !== '' : own.some(({ valid }) => !valid)
  if (isRejected) return { status: 2, message }
  if (event.kind === 'stop') return emptyResponse
  return contextResponse(event, {
    agent: joined([adviceMessage(own), message]),
    user: changedContracts(files, () => open(task.root)),
  })
}

/** What the user is told if the tool wrote contracts of the project: artifacts are validated by them. */
function changedContracts(files: readonly TaskFile[], open: () => Contracts): string {
  const changed = files.filter(({ file, isChanged }) => isChanged && file.endsWith('.schema.json'))
  if (changed.length === 0) return ''
  const directory = resolvePath(open().directory, '/')
  const names = changed.filter(({ file }) => dirname(file) === directory).map(({ path }) => escapeText(path))
  return names.length === 0 ? '' : `workbench: the agent changed the contract ${names.join(', ')}`
}

const joined = (texts: readonly string[]): string => texts.filter((text) => text !== '').join('\n\n')
