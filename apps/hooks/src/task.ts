import type { ListedFile } from '@workbench/workspace'

import type { AgentEvent } from './event/parse-event.ts'
import type { HookContext } from './response.ts'

/** What the validator does for an event. It contains data only, so that another process can receive it. */
export interface Task {
  readonly event: AgentEvent
  readonly context: HookContext
  /** The files that the arguments of the tool name, as spelled in the event. */
  readonly named: readonly string[]
  /** When the tool began, or earlier; in milliseconds since 1970. */
  readonly since: number
  /** The working areas whose files are validated: first that of the agent's current directory. */
  readonly areas: readonly [AreaTask, ...AreaTask[]]
  /** What the tool changed although only memory_write or a person should, as paths or descriptions. */
  readonly protectedChanges: readonly string[]
  /** The size of the largest file, in bytes. */
  readonly largest: number
}

export interface AreaTask {
  /** Absolute path of the project. */
  readonly root: string
  /** The files of the working area, or of the memory, that are validated; undefined if they could not be listed. */
  readonly entries: readonly ListedFile[] | undefined
}
