import type { CorrectedFailure } from './correction.ts'
import { token } from '@workbench/json-text'
import { Evaluations } from '../schema/evaluation/limits.ts'
import type { Expectations } from '../schema/expectations.ts'
import type { SchemaNode } from '../schema/types.ts'
import type { Anchor, Failure, FailureOf } from './failure.ts'
import { pointerOf } from './location.ts'

/** The maximum number of failures that are counted. Without it, the keys need more memory than the artifact. */
const MAX_KEYS = 100_000

/** What a keyword finds. */
type NewFailure<Keyword extends keyof Expectations> = Pick<
  FailureOf<Keyword>,
  'keyword' | 'expected' | 'received' | 'location' | 'node'
>

/** Collects the failures of one validation up to a limit, and counts the others. */
export class FailureCollector {
  readonly limit: number
  readonly evaluations = new Evaluations()
  /** The `if` schemas that the value at the current location satisfies, and whose `then` is evaluated. */
  conditions: readonly SchemaNode[] = []
  #failures: Failure[] = []
  /** Two references to one schema can find the same failure twice. */
  readonly #unlisted = new Set<string>()

  constructor(limit: number) {
    this.limit = limit
  }

  add<Keyword extends keyof Expectations>(found: NewFailure<Keyword>): void {
    const { keyword, expected, received, location, node } = found
    const failure = {
      keyword,
      expected,
      received,
      location,
      node,
      schemaPath: schemaPathOf(found),
      path: pointerOf(location),
      anchor: anchorOf(keyword),
      conditions: this.conditions,
    } as Failure
    if (this.#failures.length < this.limit) this.#failures.push(failure)
    else this.unlist(failure)
  }

  /** Returns the failures that were added since the last call. */
  take(): readonly Failure[] {
    const failures = this.#failures
    this.#failures = []
    return failures
  }

  /** Only counts a failure. */
  unlist(failure: Failure): void {
    if (this.#unlisted.size < MAX_KEYS) this.#unlisted.add(keyOf(failure))
  }

  /** The number of different failures, at least, that are not among the listed ones. */
  countUnlisted(listed: readonly CorrectedFailure[]): number {
    if (this.#unlisted.size > 0) for (const { failure } of listed) this.#unlisted.delete(keyOf(failure))
    return this.#unlisted.size
  }
}

const keyOf = ({ path, schemaPath = '' }: Failure): string => `${schemaPath} ${path}`

function anchorOf(keyword: keyof Expectations): Anchor {
  if (keyword === 'required') return 'container'
  return keyword === 'properties' || keyword === 'additionalProperties' ? 'name' : 'value'
}

function schemaPathOf({ keyword, node, location }: NewFailure<keyof Expectations>): string {
  const path = `${node.schemaPath}/${keyword}`
  return keyword === 'properties' ? path + token(location.segment) : path
}
