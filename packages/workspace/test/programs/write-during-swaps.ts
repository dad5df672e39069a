import { openContracts } from '@workbench/contracts'
import { type FactDraft, openArea, writeArtifact, writeFact, type WriteRequest } from '@workbench/workspace'

/*
 * Writes artifacts and facts while another process replaces the folders, and prints the number of successful writes and
 * the different errors as JSON. Arguments: a task as JSON, the number of writes.
 */
interface Task {
  readonly root: string
  readonly schemas: string
  readonly request: WriteRequest
  readonly draft: FactDraft
}

const [, , task = '', count = ''] = process.argv
const { root, schemas, request, draft } = JSON.parse(task) as Task
const area = openArea(root)
const contracts = openContracts({ directory: schemas })
const errors = new Map<string, number>()
let written = 0

for (let n = 0; n < Number(count); n++) {
  try {
    if (n % 8 === 0) writeFact(area, contracts, draft, '2026-01-31')
    else writeArtifact(area, contracts, { ...request, agent: `agent${n % 50}` })
    written++
  } catch (error) {
    const name = `${(error as Error).name}: ${(error as Error).message}`
    errors.set(name, (errors.get(name) ?? 0) + 1)
  }
}
process.stdout.write(`${JSON.stringify({ written, errors: Object.fromEntries(errors) })}\n`)
