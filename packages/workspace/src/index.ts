export { adviceOn } from './advice/advice.ts'
export type { Advice } from './advice/rule.ts'
export { type BlackboardEntry, readBlackboard, writeArtifact, type WriteRequest } from './blackboard.ts'
export { type CacheOptions, validateChanges } from './cache/area-cache.ts'
export { checkInProject, type ProjectCheck } from './check-in-project.ts'
export {
  ConflictError,
  InvalidArtifactError,
  UnsafePathError,
  VersionError,
  WorkingAreaError,
} from './errors.ts'
export { isInMemory } from './facts/fact-file.ts'
export { isExpired, isIsoDate } from './facts/expiry.ts'
export { type FactState, factState } from './facts/fact-state.ts'
export { type FactQuery, findFacts, type FoundFacts } from './facts/find-facts.ts'
export {
  type FactEntry,
  type FactFile,
  type IgnoredFact,
  mapMemory,
  type Memory,
  readMemory,
} from './facts/read-memory.ts'
export { type FactDraft, writeFact } from './facts/write-fact.ts'
export { openConfined, OutsideError } from './files/confined-file.ts'
export { digestOf } from './files/digest.ts'
export { replaceFile } from './files/replace-file.ts'
export { listArea, type ListedFile, listJsonFiles } from './list-files.ts'
export { findProjectRoot } from './project-root.ts'
export { SEGMENT_NAME_PATTERN } from './segment-name.ts'
export { validateArea } from './validate-area.ts'
export { invalidFile, type ValidatedFile, validateFiles } from './validate-file.ts'
export { DeadlineError, validateStableFile, validateStableFiles } from './validate-stable-file.ts'
export { AREA_FOLDER, openArea, type WorkingArea } from './working-area.ts'
