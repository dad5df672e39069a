import { writeArtifact, writeFact } from '@workbench/workspace'

import { readTask } from './read-task.ts'

/*
 * Writes artifacts and facts while another process replaces the folders, and prints the number of successful writes and
 * the different errors as JSON. Arguments: a task as JSON, the number of writes. If none of them succeeds, it writes
 * until one does.
 */
const [, , task = '', count = ''] = process.argv
const { area, contracts, request, draft } = readTask(task)
const errors = new Map<string, number>()
let written = 0

for (let n = 0; n < Number(count) || written === 0; n++) {
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
