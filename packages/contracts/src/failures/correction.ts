import type { Json, PatchOperation } from '@workbench/json-text'
import type { SchemaNode } from '../schema/types.ts'
import type { Failure } from './failure.ts'
import type { Location } from './location.ts'

/** How a violation can be corrected, without words. */
export interface Correction {
  /** See {@link Violation.suggestion}. */
  readonly suggestion?: Json | undefined
  /** See {@link Violation.template}. */
  readonly template?: Json | undefined
  /** See {@link Violation.fix}. */
  readonly fix?: readonly PatchOperation[] | undefined
  /** What to do; by default, to use the suggestion. */
  readonly hint?: Hint | undefined
  /** What the contract of the artifact has to do with the violation. */
  readonly contractHint?: ContractHint | undefined
  /** The only value that can be meant, where the schema describes several. */
  readonly onlyValue?: Json | undefined
  /** The received number as it stands in the text. */
  readonly literal?: string | undefined
  /** Whether the names of the known members would not help. */
  readonly hidesKnownMembers?: boolean
  /** What has to be validated in addition: the value as it is after the fix. */
  readonly remaining?: Remaining | undefined
}

export interface Remaining {
  readonly schema: SchemaNode
  readonly location: Location
  /** Whether the value is an object whose members are, or should be, in the one that the schema describes. */
  readonly isWrapper?: boolean
}

/** A failure and its correction, which is empty if there is none. */
export interface CorrectedFailure<F = Failure> {
  readonly failure: F
  readonly correction: Correction
}

export type Hint =
  /** The suggestion is not worth a mention. */
  | { readonly kind: 'none' }
  | { readonly kind: 'delete-optional' }
  | { readonly kind: 'move-members-up' }
  | { readonly kind: 'move-up' }
  | { readonly kind: 'move-into'; readonly member: string }
  /** A text whose decimal separator is a comma, and its number. */
  | { readonly kind: 'decimal-comma'; readonly number: Json }
  /** JSON in a string, of which a member or the notation of a number would be lost. */
  | { readonly kind: 'write-json'; readonly duplicate: string }
  | { readonly kind: 'write-json'; readonly literal: string }

export type ContractHint = (
  | { readonly kind: 'declared'; readonly id: string; readonly validatedAgainst: string }
  | { readonly kind: 'members-of'; readonly id: string }
  | { readonly kind: 'versions'; readonly ids: readonly string[] }
) & {
  /** The contract of which the sentence speaks, if the hint comes before it. */
  readonly introduces?: string
}
