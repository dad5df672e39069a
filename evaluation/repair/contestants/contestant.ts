import type { Answer } from '../fixer/answer.ts'

/** A validator that takes part in the comparison. */
export interface Contestant {
  readonly name: string
  /** Validates a text, and maps the result of the validator to the members that the fixer reads. */
  readonly answer: (contract: string, text: string) => Answer | Promise<Answer>
  /** Restores the artifact by its own means, without an agent. Returns the text; undefined if it is not valid then. */
  readonly restore?: (contract: string, text: string) => string | undefined | Promise<string | undefined>
}

/** What a contestant needs to set up. */
export interface Setup {
  /** The directory of the contracts. */
  readonly directory: string
  /** The parsed contracts, by id. They refer to each other by file name. */
  readonly schemas: Readonly<Record<string, Record<string, unknown>>>
}
