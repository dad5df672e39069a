import type { Random } from '../../../../packages/test-support/src/artifacts/random.ts'
import type { Draft, Site } from '../draft.ts'

/** A class of mistakes that change the value of an artifact. */
export interface StructuralMistake {
  readonly name: string
  /** Whether a program can restore the original without guessing. */
  readonly isLossless: boolean
  /** Whether the contract accepts the mistake, so that it needs another one beside it. */
  readonly isAccepted?: boolean
  /** Whether it can be made where another mistake is already. */
  readonly isCombinable?: boolean
  /**
   * Makes the mistake at the site, and returns the pointers that it concerns in the original and in the written value.
   * Returns undefined, and changes nothing, where the mistake makes no sense.
   */
  make(site: Site, random: Random, draft: Draft): readonly string[] | undefined
}

/** A class of mistakes that replace a value by another one. */
export const replacing = (
  name: string,
  { isLossless }: { isLossless: boolean },
  replace: (site: Site, random: Random, draft: Draft) => unknown,
): StructuralMistake => ({
  name,
  isLossless,
  make(site, random, draft) {
    const value = replace(site, random, draft)
    if (value === undefined) return undefined
    if (Array.isArray(site.container)) site.container[Number(site.name)] = value
    else site.container[site.name] = value
    return [site.pointer]
  },
})

export const LOSSLESS = { isLossless: true }
export const LOSSY = { isLossless: false }
