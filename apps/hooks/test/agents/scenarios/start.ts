import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { validFact } from './artifacts.ts'
import { MAIN, type Scenario, START, SUBAGENT, SUBAGENT_START } from './scenario.ts'

export const startWithFacts: Scenario = {
  name: 'facts',
  column: 'recall',
  scripts: ({ project, report }) => {
    writeFact(project)
    return {
      // oxlint-disable-next-line require-yield -- the model only reads the first request
      *[MAIN](first) {
        report.delivered('The facts of the memory', START, first, FACT)
      },
    }
  },
}

export const startSubagentWithFacts: Scenario = {
  name: 'subagent-facts',
  scripts: ({ tools, project, report }) => {
    writeFact(project)
    return {
      *[MAIN]() {
        yield* tools.delegate(SUBAGENT)
      },
      // oxlint-disable-next-line require-yield -- the model only reads the first request
      *[SUBAGENT](first) {
        report.delivered('The facts of the memory, told to a subagent', SUBAGENT_START, first, FACT)
        return tools.finishSubagent
      },
    }
  },
}

const { id, title, body } = JSON.parse(validFact) as { id: string; title: string; body: string }
const FACT = [id, title, body]

function writeFact(project: string): void {
  const memory = join(project, '.workbench', 'memory')
  mkdirSync(memory, { recursive: true })
  writeFileSync(join(memory, `${id}.json`), validFact)
}
