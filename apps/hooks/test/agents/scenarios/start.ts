import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { validFact } from './artifacts.ts'
import { MAIN, type Scenario, START } from './scenario.ts'

export const startWithFacts: Scenario = {
  name: 'facts',
  column: 'recall',
  scripts: ({ project, report }) => {
    const { id, title, body } = JSON.parse(validFact) as { id: string; title: string; body: string }
    const memory = join(project, '.workbench', 'memory')
    mkdirSync(memory, { recursive: true })
    writeFileSync(join(memory, `${id}.json`), validFact)
    return {
      // oxlint-disable-next-line require-yield -- the model only reads the first request
      *[MAIN](first) {
        report.delivered('The facts of the memory', START, first, [id, title, body])
      },
    }
  },
}
