import { readFileSync } from 'node:fs'

import { openContracts } from '@workbench/contracts'
import { type FactDraft, openArea, writeArtifact, writeFact, type WriteRequest } from '@workbench/workspace'

/* Writes an artifact and a fact, each with a text of so many characters, and says on a line how that ended. */

interface Task {
  readonly root: string
  readonly schemas: string
  readonly request: WriteRequest
  readonly draft: FactDraft
}

const [, , task = '', length = ''] = process.argv
const { root, schemas, request, draft } = JSON.parse(task) as Task
const area = openArea(root)
const contracts = openContracts({ directory: schemas })
const long = 'x'.repeat(Number(length))

const ending = (write: () => unknown): string => {
  try {
    write()
    return 'written'
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`
  }
}

const artifact = { ...request.artifact, failureScenario: long }
const endings = [
  ending(() => writeArtifact(area, contracts, { ...request, artifact })),
  ending(() => writeFact(area, contracts, { ...draft, source: long }, '2026-01-31')),
]
const left = readFileSync(`${root}/.workbench/blackboard/w1/auditor.json`, 'utf8')
const { length: kept } = (JSON.parse(left) as { failureScenario: string }).failureScenario
process.stdout.write(`${JSON.stringify({ endings, kept })}\n`)
