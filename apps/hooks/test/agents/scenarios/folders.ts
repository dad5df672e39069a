import { join } from 'node:path'

import { brokenFinding, violationsOf } from './artifacts.ts'
import { writing } from './files.ts'
import { AFTER_TOOL, ARTIFACT, MAIN, type Scenario } from './scenario.ts'

const startedIn = (startIn: 'subfolder' | 'worktree', what: string): Scenario => ({
  name: startIn,
  column: startIn,
  startIn,
  scripts: ({ tools, project, report }) => ({
    *[MAIN]() {
      const path = join(project, ARTIFACT)
      // The tools for files of some agents write only below the folder in which they were started.
      const broken = yield tools.shell(writing(brokenFinding, path))
      report.delivered(what, AFTER_TOOL, broken, violationsOf('finding.v1', brokenFinding))
      // The agent would otherwise be held when it stops.
      yield tools.shell(`rm '${path}'`)
    },
  }),
})

export const startedInSubfolder = startedIn(
  'subfolder',
  'A broken artifact in the root of the project; the agent was started in a subfolder',
)

export const startedInWorktree = startedIn(
  'worktree',
  'A broken artifact in a worktree of git, in which the agent was started',
)
