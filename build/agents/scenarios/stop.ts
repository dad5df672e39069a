import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { brokenFinding, validFinding, violationsOf } from './artifacts.ts'
import { AFTER_TOOL, ARTIFACT, MAIN, type Scenario, STOP, SUBAGENT, SUBAGENT_STOP } from './scenario.ts'

/** The model stops twice. A script that gets another request after its end has failed. */
export const stopWithBrokenArtifact: Scenario = {
  name: 'stop',
  play: ({ project, report }) => {
    const path = join(project, ARTIFACT)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, brokenFinding)
    return {
      *[MAIN]() {
        const held = yield { text: 'I have finished.' }
        report.delivered(
          'A broken artifact that no tool wrote; the agent is held once',
          STOP,
          held,
          violationsOf('finding.v1', brokenFinding),
        )
      },
    }
  },
}

export const delegate: Scenario = {
  name: 'subagent',
  play: ({ agent, project, report }) => ({
    *[MAIN]() {
      if (!agent.delegate) return
      const finished = yield* agent.delegate(SUBAGENT)
      report.silent('The artifacts of a subagent, told to the main agent', AFTER_TOOL, finished)
    },
    *[SUBAGENT]() {
      const path = join(project, ARTIFACT)
      const violations = violationsOf('finding.v1', brokenFinding)
      const broken = yield agent.write(path, brokenFinding)
      report.delivered(
        'A broken artifact of a subagent, told to the subagent',
        AFTER_TOOL,
        broken,
        violations,
      )
      const held = yield { text: 'I have finished.' }
      report.delivered('The same artifact, if the subagent stops', SUBAGENT_STOP, held, violations)
      const fixed = yield agent.write(path, validFinding)
      report.silent('The fixed artifact of the subagent', AFTER_TOOL, fixed)
    },
  }),
}
