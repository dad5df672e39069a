import type { AgentEvent } from './event/parse-event.ts'
import type { HookContext } from './response.ts'

/** What the validator does for an event. It contains data only, so that another process can receive it. */
export interface Task {
  readonly event: AgentEvent
  readonly context: HookContext
  /** Absolute path of the project of the agent's current directory. */
  readonly root: string
  /** What is validated, each file once; none when a session starts. */
  readonly files: readonly TaskFile[]
  /** What a subagent is told beside the violations when it ends; empty if nothing. */
  readonly promise?: string
  /** The size of the largest file, in bytes. */
  readonly largest: number
}

/** A file that an event is about: the arguments of the tool name it, or it is in a working area. */
export interface TaskFile {
  /** For messages: as spelled in the event, or as in the working area. */
  readonly path: string
  /** Absolute, without links if it is spelled in the event. */
  readonly file: string
  /** Absolute path of its project. */
  readonly root: string
  /** Its path in the working area of the project, with slashes; absent for a file that is not in it. */
  readonly inArea?: string
  /** Whether the tool wrote it, as far as is known. */
  readonly isChanged: boolean
  /** Whether it is not the agent that has to correct it. */
  readonly isOthers: boolean
  /** Who wrote it; undefined if that is not known. */
  readonly writer?: string | undefined
  /** Why it is not read, and not valid; undefined for others. */
  readonly problem?: string | undefined
  /** In bytes. */
  readonly size: number
}
