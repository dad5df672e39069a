import { readFileSync } from 'node:fs'

import { writeArtifact, writeFact } from '@workbench/workspace'

import { readTask } from './read-task.ts'

/* Writes an artifact and a fact with a text of the given length, and prints the outcome as JSON. */

const [, , task = '', characters = ''] = process.argv
const { root, area, contracts, request, draft } = readTask(task)
const long = 'x'.repeat(Number(characters))

const outcomeOf = (write: () => unknown): string => {
  try {
    write()
    return 'written'
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`
  }
}

const artifact = { ...request.artifact, failureScenario: long }
const outcomes = [
  outcomeOf(() => writeArtifact(area, contracts, { ...request, artifact })),
  outcomeOf(() => writeFact(area, contracts, { ...draft, source: long }, '2026-01-31')),
]
const existing = readFileSync(`${root}/.workbench/blackboard/w1/auditor.json`, 'utf8')
const { length } = (JSON.parse(existing) as { failureScenario: string }).failureScenario
process.stdout.write(`${JSON.stringify({ outcomes, length })}\n`)
