export { validateArea } from './validate-area.ts'
export {
  type BlackboardEntry,
  type WrittenArtifact,
  readBlackboard,
  writeArtifact,
  type WriteRequest,
} from './blackboard.ts'
export type { ValidatedFile } from './validate-file.ts'
export { validateStableFile, type StableResult } from './validate-stable-file.ts'
export { type FactDraft, type FactEntry, readMemory, type WrittenFact, writeFact } from './memory.ts'
export { WorkingAreaError, InvalidArtifactError, ConflictError, UnsafePathError } from './errors.ts'
export { SEGMENT_NAME_PATTERN } from './segment-name.ts'
export { findProjectRoot, type ProjectRootOptions } from './project-root.ts'
export { AREA_FOLDER, openArea, type WorkingArea } from './working-area.ts'
