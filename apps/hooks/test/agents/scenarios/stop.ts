import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { brokenFinding, validFinding, violationsOf } from './artifacts.ts'
import { AFTER_TOOL, ARTIFACT, MAIN, type Scenario, STOP, SUBAGENT, SUBAGENT_STOP } from './scenario.ts'

/** The model stops twice. A script that gets another request after its end has failed. */
export const stopWithBrokenArtifact: Scenario = {
  name: 'stop',
  column: 'Stop',
  only: { what: 'A broken artifact that no tool wrote; the agent is held once', event: STOP },
  scripts: ({ project, report }) => {
    writeAsOther(join(project, ARTIFACT), brokenFinding)
    return {
      *[MAIN]() {
        const held = yield { text: 'I have finished.' }
        report.delivered(
          'A broken artifact that no tool wrote; the agent is held once',
          STOP,
          held,
          VIOLATIONS,
        )
      },
    }
  },
}

export const delegate: Scenario = {
  name: 'subagent',
  scripts: ({ tools, project, report }) => ({
    *[MAIN]() {
      const finished = yield* tools.delegate(SUBAGENT)
      report.silent('The artifacts of a subagent, told to the main agent', AFTER_TOOL, finished)
    },
    *[SUBAGENT]() {
      const path = join(project, ARTIFACT)
      const broken = yield tools.write(path, brokenFinding)
      report.delivered(
        'A broken artifact of a subagent, told to the subagent',
        AFTER_TOOL,
        broken,
        VIOLATIONS,
      )
      rmSync(path)
      const fixed = yield tools.write(path, validFinding)
      report.silent('The fixed artifact of the subagent', AFTER_TOOL, fixed)
      return tools.finishSubagent
    },
  }),
}

export const subagentStops: Scenario = {
  name: 'subagent-stop',
  only: { what: 'A broken artifact that no tool wrote, told to the subagent', event: SUBAGENT_STOP },
  scripts: ({ tools, project, report }) => {
    // Nothing says that another agent wrote it.
    const path = join(project, '.workbench', 'blackboard', 'broken.json')
    const broken = brokenFinding.replace(/"producedBy": .*/, '')
    return {
      *[MAIN]() {
        yield* tools.delegate(SUBAGENT)
      },
      *[SUBAGENT]() {
        // What was there before the session is told to the main agent.
        writeAsOther(path, broken)
        const held = yield { text: 'I have finished.' }
        report.delivered(
          'A broken artifact that no tool wrote, told to the subagent',
          SUBAGENT_STOP,
          held,
          violationsOf('finding.v1', broken),
        )
        // Some agents write only files that they have read.
        yield tools.shell(`rm ${path}`)
        return tools.finishSubagent
      },
    }
  },
}

const VIOLATIONS = violationsOf('finding.v1', brokenFinding)

function writeAsOther(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}
