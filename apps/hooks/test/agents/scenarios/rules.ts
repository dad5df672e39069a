import { join } from 'node:path'

import { validHandoff, validRisk } from './artifacts.ts'
import { AFTER_TOOL, ARTIFACT, MAIN, type Scenario } from './scenario.ts'

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

export const writeUntrueHandoff: Scenario = {
  name: 'handoff',
  scripts: ({ tools, project, report }) => ({
    *[MAIN]() {
      const artifacts = [{ path: 'report.json', schema: 'finding.v1' }]
      const handoff = JSON.stringify({ ...validHandoff, artifacts })
      const rejected = yield tools.write(join(project, ARTIFACT), handoff)
      report.delivered('A handoff that claims a file that does not exist', AFTER_TOOL, rejected, [
        '/artifacts/0/path',
        'Deliverable "report.json" does not exist',
      ])
    },
  }),
}
