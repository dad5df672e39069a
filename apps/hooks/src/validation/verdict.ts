import type { ValidatedFile } from '@workbench/workspace'

import type { TaskFile } from '../task.ts'

/** The verdict on a file that an event is about. */
export interface Verdict extends ValidatedFile {
  readonly file: TaskFile
  /** A shell command that makes the artifact valid without losing anything. */
  readonly command?: string | undefined
}
