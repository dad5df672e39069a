import type { Random } from '../../artifacts/random.ts'
import { type Edit, insertAt } from '../edits.ts'
import { type ArtifactText, type Mistake, oneOf } from '../mistakes/mistake.ts'

type Details = Omit<Mistake, 'name' | 'edits'>

/** A kind of mistake that is made at a random one of the possible locations. */
export const anywhere = (
  name: string,
  possible: (json: ArtifactText, random: Random) => readonly (readonly Edit[])[],
  details: Details = {},
): Mistake => ({ name, ...details, edits: (json, random) => oneOf(possible(json, random), random) })

/** A kind of mistake that writes text before and after the artifact. */
export const around = (
  name: string,
  texts: (random: Random, json: ArtifactText) => readonly [before: string, after: string],
  details: Details = {},
): Mistake => ({
  name,
  ...details,
  edits(json, random) {
    const [before, after] = texts(random, json)
    return [insertAt(0, before), insertAt(json.text.length, after)]
  },
})

/** A kind of mistake that rewrites the whole text. */
export const throughout = (
  name: string,
  rewrite: (json: ArtifactText, random: Random) => string | undefined,
  details: Details = {},
): Mistake => ({
  name,
  ...details,
  edits(json, random) {
    const insert = rewrite(json, random)
    return insert === undefined ? [] : [{ start: 0, end: json.text.length, insert }]
  },
})
