export { readArea } from './area.ts'
export {
  type BlackboardEntry,
  type Written,
  readBlackboard,
  writeArtifact,
  type WriteRequest,
} from './blackboard.ts'
export type { Judged } from './judge-file.ts'
export { judgeStill, type Still } from './judge-still.ts'
export { type FactDraft, type FactEntry, readMemory, type Remembered, writeFact } from './memory.ts'
export { AreaFault, ArtifactRefused, Conflict, UnsafePath } from './errors.ts'
export { NAME_PATTERN } from './names.ts'
export { findProjectRoot, type Surroundings } from './project-root.ts'
export { AREA, openArea, type WorkingArea } from './working-area.ts'
