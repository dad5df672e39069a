import type { ListedFile, OthersFile } from '@workbench/workspace'

import type { AgentEvent } from './event/parse-event.ts'
import type { HookContext } from './response.ts'

/** What the validator does for an event. It contains data only, so that another process can receive it. */
export interface Task {
  readonly event: AgentEvent
  readonly context: HookContext
  /** The files that the arguments of the tool name. */
  readonly named: readonly NamedPath[]
  /** The working areas whose files are validated: first that of the agent's current directory. */
  readonly areas: readonly [AreaTask, ...AreaTask[]]
  /** What a subagent is told beside the violations when it ends; empty if nothing. */
  readonly promise?: string
  /** The size of the largest file, in bytes. */
  readonly largest: number
}

export interface NamedPath {
  /** As spelled in the event. */
  readonly path: string
  /** Whether the tool wrote the file, as far as is known. */
  readonly isChanged: boolean
}

export interface AreaTask {
  /** Absolute path of the project. */
  readonly root: string
  /** The files that the agent must correct; undefined if the working area could not be listed. When a session starts: the memory. */
  readonly own: readonly ListedFile[] | undefined
  /** The files of others, of which the agent is told. */
  readonly others: readonly OthersFile[]
}
