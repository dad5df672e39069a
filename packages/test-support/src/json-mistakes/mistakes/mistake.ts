import type { Random } from '../../artifacts/random.ts'
import type { Edit } from '../edits.ts'
import type { JsonText } from '../tokens.ts'

/** The text of a valid artifact. */
export interface ArtifactText extends JsonText {
  readonly contract: string
}

/** A kind of mistake in the text of a JSON value. */
export interface Mistake {
  readonly name: string
  /** Returns a text of the artifact with the content that the mistake needs. */
  readonly reword?: (text: string, random: Random) => string
  /** Returns the edits at a random one of all possible locations; none if there is no location. */
  readonly edits: (json: ArtifactText, random: Random) => readonly Edit[]
  /** Why texts with the mistake can be read in two ways. */
  readonly ambiguous?: string
  /** Whether what the mistake writes is content, so that even the original would be a loss. */
  readonly mustBeLeft?: boolean
}

/** Chooses one of the possible edits. */
export const oneOf = (possible: readonly (readonly Edit[])[], random: Random): readonly Edit[] =>
  possible.length === 0 ? [] : random.pick(possible)
