import { openContracts } from '@workbench/contracts'
import { type FactDraft, openArea, type WriteRequest } from '@workbench/workspace'

/** What a program writes: its first argument, as JSON. */
interface Task {
  readonly root: string
  readonly schemas: string
  readonly request: WriteRequest
  readonly draft: FactDraft
}

/** Parses a task and opens its working area and contracts. */
export function readTask(json: string) {
  const { root, schemas, request, draft } = JSON.parse(json) as Task
  return { root, area: openArea(root), contracts: openContracts({ directory: schemas }), request, draft }
}
