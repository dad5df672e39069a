import { existsSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { brokenFinding, validFact, validFinding, violationsOf } from './artifacts.ts'
import { AFTER_TOOL, ARTIFACT, BEFORE_TOOL, MAIN, type Scenario } from './scenario.ts'

export const writeWithTool: Scenario = {
  name: 'write',
  column: 'rejection',
  scripts: ({ tools, project, report }) => ({
    *[MAIN]() {
      const path = join(project, ARTIFACT)
      const broken = yield tools.write(path, brokenFinding)
      report.delivered(
        'A broken artifact, written with the tool for files',
        AFTER_TOOL,
        broken,
        violationsOf('finding.v1', brokenFinding),
      )
      // Some agents only write new files, or files that they have read.
      rmSync(path)
      const fixed = yield tools.write(path, validFinding)
      report.silent('The fixed artifact', AFTER_TOOL, fixed)
    },
  }),
}

export const writeWithShell: Scenario = {
  name: 'shell',
  scripts: ({ tools, report }) => ({
    *[MAIN]() {
      const broken = yield tools.shell(writing(brokenFinding))
      report.delivered(
        'A broken artifact, written with a shell command',
        AFTER_TOOL,
        broken,
        violationsOf('finding.v1', brokenFinding),
      )
      report.delivered('The output of that command', AFTER_TOOL, broken, ['wrote the artifact'])
      const fixed = yield tools.shell(writing(validFinding))
      report.silent('The fixed artifact, written with a shell command', AFTER_TOOL, fixed)
    },
  }),
}

/** Claude Code sends another event after a tool that failed. */
export const writeWithFailingShell: Scenario = {
  name: 'failing-shell',
  scripts: ({ tools, report }) => ({
    *[MAIN]() {
      const broken = yield tools.shell(`${writing(brokenFinding)}; exit 3`)
      report.delivered(
        'A broken artifact, written with a shell command that fails',
        AFTER_TOOL,
        broken,
        violationsOf('finding.v1', brokenFinding),
      )
      // The agent would otherwise be held when it stops.
      yield tools.shell(`rm ${ARTIFACT}`)
    },
  }),
}

/** A shell command that writes a file. */
export const writing = (content: string, path = ARTIFACT): string =>
  `mkdir -p '${dirname(path)}' && cat > '${path}' <<'END'\n${content}\nEND\necho wrote the artifact`

export const runFix: Scenario = {
  name: 'fix',
  scripts: ({ tools, project, report }) => ({
    *[MAIN]() {
      const path = join(project, ARTIFACT)
      const misspelt = validFinding.replace('"severity": "critical"', '"severity": "Critical"')
      const broken = yield tools.write(path, misspelt)
      report.delivered('The command that fixes all violations of an artifact', AFTER_TOOL, broken, [
        'fix.cjs',
      ])
      const command = broken.messages
        .map(({ text }) => /node '[^']*fix\.cjs' '[^']*'/.exec(text)?.[0])
        .find(Boolean)
      const fixed = yield tools.shell(command ?? 'false')
      report.silent('The artifact after that command', AFTER_TOOL, fixed)
      report.require(
        'the command fixes the artifact',
        readFileSync(path, 'utf8').trim() === validFinding.trim(),
      )
    },
  }),
}

const WRITTEN_FACT = 'A fact, written without memory_write'

export const writeFact: Scenario = {
  name: 'fact',
  column: 'memory',
  only: { what: WRITTEN_FACT, event: BEFORE_TOOL },
  scripts: ({ tools, project, report }) => ({
    *[MAIN]() {
      const path = join(project, '.workbench', 'memory', 'fact-0001.json')
      const rejected = yield tools.write(path, validFact)
      report.delivered(WRITTEN_FACT, BEFORE_TOOL, rejected, ['was not written', 'memory_write'])
      report.require('the fact is not written', !existsSync(path))
    },
  }),
}
