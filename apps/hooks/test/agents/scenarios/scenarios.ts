import { runFix, writeFact, writeWithFailingShell, writeWithShell, writeWithTool } from './files.ts'
import { writeUntrueHandoff, writeAgainstRule } from './rules.ts'
import { startedInSubfolder, startedInWorktree } from './folders.ts'
import type { Scenario } from './scenario.ts'
import { startSubagentWithFacts, startWithFacts } from './start.ts'
import { delegate, stopWithBrokenArtifact, subagentStops } from './stop.ts'
import { showContract, validate, writeArtifact, writeMemory } from './tools.ts'

export const scenarios: readonly Scenario[] = [
  startWithFacts,
  startSubagentWithFacts,
  writeWithTool,
  writeWithShell,
  writeWithFailingShell,
  runFix,
  writeAgainstRule,
  writeFact,
  stopWithBrokenArtifact,
  writeUntrueHandoff,
  delegate,
  subagentStops,
  showContract,
  validate,
  writeArtifact,
  writeMemory,
  startedInSubfolder,
  startedInWorktree,
]
