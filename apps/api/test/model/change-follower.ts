import { setTimeout as sleep } from 'node:timers/promises'

import type { components } from '../../src/openapi/types.ts'

type Change = components['schemas']['Change']

interface Copy {
  version: number
  projectId: string
  state: Change['project'] | Change['task']
}

/** A row of `CURRENT_STATE`. */
export interface CurrentRow {
  id: string
  version: string
  label: string
  status: string
}

export const CURRENT_STATE = `
  select id, version, name as label, status from projects union all select id, version, title, status from tasks`

/**
 * Keeps a copy of all projects and tasks by following the change feed. A repeated change is an error, because the
 * version of a resource must increase. A lost one shows in the copy, or, if others followed, in `states`.
 */
export class ChangeFollower {
  readonly errors: string[] = []
  /** The name or title and the status after each change. */
  readonly states = new Set<string>()
  readonly #origins: () => readonly string[]
  readonly #copies = new Map<string, Copy>()
  #cursor: string
  #requests = 0
  #changes = 0

  /** @param origins the servers to which requests are sent in turn */
  constructor(origins: () => readonly string[], cursor = 'start') {
    this.#origins = origins
    this.#cursor = cursor
  }

  get changes(): number {
    return this.#changes
  }

  /** Follows the feed until `isDone` and no more changes follow. Requests that fail are repeated. */
  async run(isDone: () => boolean): Promise<void> {
    for (;;) {
      const wasDone = isDone()
      const origins = this.#origins()
      const origin = origins[this.#requests++ % origins.length] ?? ''
      // Small pages, so that many of them end within a tick.
      const size = 1 + (this.#requests % 40)
      const changes = await this.#read(`${origin}/api/v1/changes?after=${this.#cursor}&wait=1&size=${size}`)
      if (changes === undefined) await sleep(20)
      else for (const change of changes) this.#apply(change)
      if (wasDone && changes?.length === 0) return
    }
  }

  /** Compares the copy with the rows of the database. */
  check(rows: readonly CurrentRow[]): string[] {
    const left = new Map(this.#copies)
    const errors = [...this.errors]
    for (const { id, version, label, status } of rows) {
      const copy = left.get(id)
      left.delete(id)
      const state = copy?.state
      const copied = state && `${copy.version} ${'name' in state ? state.name : state.title} ${state.status}`
      const expected = `${version} ${label} ${status}`
      if (copied !== expected) errors.push(`The copy of ${id} is ${copied}; expected ${expected}`)
    }
    return [...errors, ...[...left.keys()].map((id) => `The feed has not deleted ${id}`)]
  }

  async #read(url: string): Promise<Change[] | undefined> {
    try {
      const response = await fetch(url)
      const text = await response.text()
      if (response.status === 503) return undefined
      if (response.status !== 200) {
        this.errors.push(`${url}: ${response.status} ${text}`)
        return []
      }
      const page = JSON.parse(text) as components['schemas']['ChangePage']
      this.#cursor = page.cursor
      return page.content
    } catch {
      return undefined
    }
  }

  #apply({ type, id, projectId, etag, project, task, resourceType }: Change): void {
    this.#changes++
    const known = this.#copies.get(id)
    const version = Number(/-(\d+)"$/.exec(etag ?? '')?.[1])
    if (type === 'deleted') {
      if (known === undefined) this.errors.push(`${id} is deleted, but does not exist`)
      this.#copies.delete(id)
      if (resourceType === 'Project') {
        for (const [taskId, copy] of this.#copies) if (copy.projectId === id) this.#copies.delete(taskId)
      }
      return
    }
    const isNext = type === 'created' ? version === 1 && !known : version > (known?.version ?? NaN)
    if (!isNext) {
      this.errors.push(`${id} is ${type} with version ${version} after ${known?.version ?? 'none'}`)
    }
    if (resourceType === 'Task' && !this.#copies.has(projectId)) this.errors.push(`${id} has no project`)
    this.states.add(`${project?.name ?? task?.title} ${project?.status ?? task?.status}`)
    this.#copies.set(id, { version, projectId, state: project ?? task })
  }
}
