import type { Contract } from '@workbench/contracts'

import type { Html } from '../html/html.ts'
import type { Links } from '../html/links.ts'
import type { BoardFile } from '../model/board-file.ts'
import type { Summary, Tone } from '../model/summary.ts'
import type { ArtifactValue } from '../model/artifact-value.ts'
import type { PlanProgress } from '../progress/progress.ts'

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

/** Shows the artifacts of a contract as people read them. Its functions accept any value, also an invalid one. */
export interface View {
  readonly show: (artifact: ArtifactValue, context: ViewContext) => Html
  /** The artifact in one line, with the state that it reports. Without a tone, it has that of its outcome. */
  readonly summarize: (artifact: ArtifactValue) => Omit<Summary, 'tone'> & Partial<Pick<Summary, 'tone'>>
  /** The tones of outcomes; `none` for the others. */
  readonly tones?: Readonly<Record<string, Tone>>
}
