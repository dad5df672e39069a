import type { Contract } from '@workbench/contracts'

import type { Html } from '../html/html.ts'
import type { Links } from '../html/links.ts'
import type { BoardFile } from '../model/board-file.ts'
import type { Summary, Tone } from '../model/summary.ts'
import type { ArtifactValue } from '../model/artifact-value.ts'
import type { PlanProgress } from '../progress/progress.ts'
import type { Head } from './show-head.ts'

/** What a view may show besides the artifact. */
export interface ViewContext {
  readonly file: BoardFile
  /** Undefined if the artifact names no usable contract. */
  readonly contract: Contract | undefined
  readonly links: Links
  /** All artifacts of the board. */
  readonly files: readonly BoardFile[]
  /** Of a plan that can be read. */
  readonly progress: PlanProgress | undefined
}

/** How the artifacts of a contract are shown. Its functions accept any value, also an invalid one. */
export interface View {
  /** The members of the first line. The first badge is the state that the artifact reports. */
  readonly head: Head
  /** What is between the first line and the table of the other members. Default: nothing. */
  readonly show?: (artifact: ArtifactValue, context: ViewContext) => Html
  /** The members that `show` shows, which are not in the table. */
  readonly shown?: readonly string[]
  /** What differs from the default summary: the id and the title, and the state with its tone. */
  readonly summarize?: (artifact: ArtifactValue) => Partial<Summary>
  /** The tones of states; `none` for the others. */
  readonly tones?: Readonly<Record<string, Tone>>
  /** The state in which work cannot go on. */
  readonly block?: string
}
