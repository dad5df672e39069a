export { adviceOn, adviceOnTexts } from './advice/advice.ts'
export { followsBuiltIn } from './advice/follows-built-in.ts'
export { type PlannedTask, type PlannedWave, plannedWaves } from './advice/planned-waves.ts'
export type { Advice } from './advice/rule.ts'
export { promisedArtifact } from './advice/rules/promised-artifact.ts'
export { evidenceAdvice } from './advice/rules/evidence.ts'
export { attempt } from './attempt.ts'
export { citationsIn } from './evidence/citation.ts'
export { writeArtifact, type WriteRequest } from './blackboard.ts'
export { type BlackboardEntry, readBlackboard } from './read-blackboard.ts'
export {
  ConflictError,
  GitError,
  InvalidArtifactError,
  ProjectRootError,
  UnsafePathError,
  WorkingAreaError,
} from './errors.ts'
export { isMemoryPath } from './facts/fact-file.ts'
export { isExpired, isIsoDate } from './facts/expiry.ts'
export { FactRecords } from './facts/fact-records.ts'
export { type FactState, factState } from './facts/fact-state.ts'
export { containsAll, type FactQuery, findFacts, type FoundFacts } from './facts/find-facts.ts'
export { findContradictions } from './facts/contradictions.ts'
export { contradiction, memoryNotes } from './facts/memory-notes.ts'
export { type FactEntry, readMemory } from './facts/read-memory.ts'
export { withdrawFact } from './facts/withdraw-fact.ts'
export { type FactDraft, writeFact } from './facts/write-fact.ts'
export {
  isWithin,
  leadsOutside,
  openConfined,
  OutsideError,
  readConfined,
  realPath,
  resolveLinks,
} from './files/confined-file.ts'
export { openRepository } from './git/open-repository.ts'
export { findRepository, textOf } from './git/find-repository.ts'
export { digestOf } from './files/digest.ts'
export { GIT_FILES } from './files/git-files.ts'
export { namesIn } from './files/names-in.ts'
export { type FileChange, writeFiles } from './files/write-files.ts'
export { fixArtifact } from './fix-artifact.ts'
export { listArea, listJsonFiles, listWaveFiles, type WaveFile } from './list-files.ts'
export { findProjectRoot, nearestProject } from './project-root.ts'
export { forgetRejected, keepRejected, readRejected } from './rejected-artifacts.ts'
export { SEGMENT_NAME_PATTERN, segmentNameFrom } from './segment-name.ts'
export { validateStableFiles } from './validation/stable-files.ts'
export { openClaims } from './validation/claims.ts'
export { checkDeliverables, deliverableAdvice } from './validation/deliverables.ts'
export { type ArtifactContent, validateFiles } from './validation/validate-files.ts'
export { validateArea, validateAreaFiles } from './validate-area.ts'
export type { ValidatedFile } from './validation/validated-file.ts'
export { AREA_FOLDER, openArea, pathInArea, areaPath, type WorkingArea } from './working-area.ts'
export { otherWorktrees } from './worktrees.ts'
export {
  beginSession,
  beginTool,
  endTool,
  endTurn,
  type EventFile,
  recordVerdicts,
} from './writers/track-tools.ts'
export { markOnce } from './writers/writer-state.ts'
export { describeWriter, type Writer } from './writers/writer.ts'
