import type { PatchOperation } from '../json/patch.ts'

/** A violation as the fixer reads it: the members of `workbench validate --format json` that it understands. */
export interface AnswerViolation {
  readonly path: string
  readonly keyword: string
  readonly expected?: unknown
  readonly suggestion?: unknown
  readonly template?: unknown
  readonly fix?: readonly PatchOperation[]
  /** 1-based. */
  readonly line?: number
  readonly column?: number
}

/** The result of a validator for a text. */
export interface Answer {
  /** Length of what the validator returned, as JSON, in UTF-16 code units. */
  readonly length: number
  readonly violations: readonly AnswerViolation[]
  /** The value that a program recovered from a text with mistakes, which the agent then continues with. */
  readonly recovered?: unknown
}

export const isTextViolation = ({ keyword }: AnswerViolation): boolean =>
  keyword === 'syntax' || keyword === 'duplicate'
