/** The maximum nesting of an artifact, as far as its contract describes the nested values. */
export const MAX_DEPTH = 512

/**
 * The maximum number of evaluations of `$ref`, `if` and `then` for one artifact. Several of them can lead to the same schema
 * for the same value, at each level again, so that their number grows exponentially.
 */
export const MAX_EVALUATIONS = 10_000_000

/** Thrown by validation beyond a limit. The artifact is not checked completely, and counts as invalid. */
export class LimitError extends Error {
  override readonly name = 'LimitError'
  readonly keyword: 'depth' | 'evaluations' | 'pattern'
  /** The limit, or the pattern for which a text needs too many steps. */
  readonly expected: number | string

  constructor(keyword: LimitError['keyword'], expected: LimitError['expected']) {
    super()
    this.keyword = keyword
    this.expected = expected
  }
}

/** The evaluations of `$ref`, `if` and `then` in one validation. */
export class Evaluations {
  #count = 0

  /**
   * To be called before each evaluation.
   * @throws {LimitError}
   */
  add(): void {
    if (++this.#count > MAX_EVALUATIONS) throw new LimitError('evaluations', MAX_EVALUATIONS)
  }
}

/** The result; undefined if it depends on a text that cannot be checked against a pattern. */
export function ifChecked<Result>(compute: () => Result): Result | undefined {
  try {
    return compute()
  } catch (error) {
    if (error instanceof LimitError && error.keyword === 'pattern') return undefined
    throw error
  }
}
