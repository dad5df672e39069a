import type { Answer } from './connection.ts'
import type { Pair } from './queries.ts'

/** A project or a task as the server answered it last, and every entity tag that it has had. */
export interface Thing {
  kind: 'Project' | 'Task'
  value: Record<string, string | null>
  tags: string[]
}

/** What an operation is asked for, once it is known to be what the description wants. */
export interface Input {
  operation: string
  /** The id in the path, decoded. */
  id: string
  query: readonly Pair[]
  body: Record<string, string | null>
  /** The entity tags of its condition; `*` for any. */
  tags: { isWeak: boolean; tag: string }[] | '*' | undefined
}

/** A request under an Idempotency-Key, and how it was answered. */
export interface Kept {
  input: Input
  /** The id as it was spelled; under a key, another spelling than in the other case is another request. */
  segment: string
  caller: string
  header: string
  answer: Answer
}

/** What one client knows of what is its own. */
export class Model {
  readonly projects = new Map<string, Thing>()
  readonly tasks = new Map<string, Thing>()
  readonly kept: Kept[] = []

  tasksOf(projectId: string): Thing[] {
    return [...this.tasks.values()].filter(({ value }) => value['projectId'] === projectId)
  }

  isArchived(projectId: string): boolean {
    return this.projects.get(projectId)?.value['status'] === 'ARCHIVED'
  }
}

export const currentTag = ({ tags }: Thing): string => tags.at(-1) ?? ''
