import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { validHandoff, validRisk } from './artifacts.ts'
import { AFTER_TOOL, ARTIFACT, MAIN, type Scenario, STOP } from './scenario.ts'

export const writeAgainstRule: Scenario = {
  name: 'advice',
  scripts: ({ tools, project, report }) => ({
    *[MAIN]() {
      const risk = { ...validRisk, probability: 0.5, impactEur: 100, exposureEur: 1 }
      const advised = yield tools.write(join(project, ARTIFACT), JSON.stringify(risk))
      report.delivered('Advice on a valid artifact', AFTER_TOOL, advised, [
        '/exposureEur: Expected probability × impactEur = 50; received 1',
      ])
    },
  }),
}

export const stopWithUntrueHandoff: Scenario = {
  name: 'handoff',
  scripts: ({ project, report }) => {
    const path = join(project, ARTIFACT)
    mkdirSync(dirname(path), { recursive: true })
    const artifacts = [{ path: 'report.json', schema: 'finding.v1' }]
    writeFileSync(path, JSON.stringify({ ...validHandoff, artifacts }))
    return {
      *[MAIN]() {
        const held = yield { text: 'I have finished.' }
        report.delivered('A handoff that claims a file that does not exist', STOP, held, [
          '/artifacts/0/path',
          'Deliverable "report.json" does not exist',
        ])
      },
    }
  },
}
