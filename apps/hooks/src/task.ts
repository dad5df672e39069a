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
  /** The files of the working area, or of the memory, that are validated; undefined if they could not be listed. */
  readonly entries: readonly ListedFile[] | undefined
  /** The size of the largest file, in bytes. */
  readonly largest: number
}
