import { formatJson, type Json, jsonEqual } from '@workbench/json-text'
import {
  findFailures,
  type KeywordName,
  MAX_VIOLATIONS,
  render,
  type SchemaNode,
} from '@workbench/contracts/internal'
import { type Conjunction, nodeId } from './schemas/conjunction.ts'
import { ExampleFinder } from './examples/example-finder.ts'
import type { Incompatibility } from './keyword-checks/incompatibility.ts'
import { about } from './keyword-checks/keyword-check.ts'
import { checksByKeyword } from './keyword-checks/checks-by-keyword.ts'

/** Limit of nested comparisons, one schema inside another. */
const MAX_DEPTH = 200

/**
 * Decides whether a schema accepts every value of a conjunction, and finds the values that it rejects.
 *
 * The proof is coinductive: a pair of conjunction and schema that is still being compared counts as contained when it
 * is reached again through a recursive schema. If the schema rejected a value of the pair, the comparison that is
 * in progress would find it.
 */
export class ContainmentChecker {
  readonly examples = new ExampleFinder()
  readonly #usesConditions: boolean
  readonly #open = new Set<string>()
  readonly #decided = new Map<string, readonly Incompatibility[]>()

  constructor({ usesConditions = true } = {}) {
    this.#usesConditions = usesConditions
  }

  /** Every way in which the schema rejects, or may reject, a value of the conjunction; empty if it accepts them all. */
  readonly incompatibilities = (conjunction: Conjunction, node: SchemaNode): readonly Incompatibility[] => {
    const key = `${conjunction.key} ${nodeId(node)}`
    // Values that the old schema does not constrain may nest without limit, but validation by the new schema fails
    // beyond a fixed depth.
    if (this.#open.has(key)) return conjunction.nodes.length === 0 ? [tooDeep(conjunction, node)] : []
    const decided = this.#decided.get(key)
    if (decided) return decided
    this.#open.add(key)
    const found =
      this.#open.size > MAX_DEPTH
        ? [tooDeep(conjunction, node)]
        : this.#decide(this.#withConsequences(conjunction), node)
    this.#open.delete(key)
    // Proofs of containment may rest on the assumption that this pair is contained.
    if (found.length > 0)
      for (const [other, { length }] of this.#decided) if (length === 0) this.#decided.delete(other)
    this.#decided.set(key, found)
    return found
  }

  #decide(conjunction: Conjunction, node: SchemaNode): Incompatibility[] {
    if (conjunction.nodes.some((other) => areSame(other, node))) return []
    const keywords = constraintsIn([node])
    const undecided = [...constraintsIn(conjunction.nodes), ...keywords].filter(isUndecided)
    // What the conjunction says about its values may be wrong if it has an undecided keyword.
    if (undecided.length === 0 && this.examples.any(conjunction) === 'none') return []
    const { values } = conjunction
    if (values) return values.flatMap((value) => violationsOfValue(value, conjunction, node))
    if (keywords.length === 0) return []
    return [
      ...Array.from(new Set(undecided), (keyword) => about(conjunction, node, keyword, notCompared(keyword))),
      ...keywords.flatMap((keyword) => {
        const check = checksByKeyword[keyword]
        const found = typeof check === 'string' ? 'compatible' : check(conjunction, node, this)
        return found === 'compatible' ? [] : found
      }),
    ]
  }

  /** Adds the `then` schemas whose `if` is satisfied by every value of the conjunction. */
  #withConsequences(conjunction: Conjunction): Conjunction {
    if (!this.#usesConditions) return conjunction
    const satisfied = conjunction.conditionals.filter(
      ({ if: condition, then }) =>
        !conjunction.nodes.includes(then) && this.#alwaysSatisfies(conjunction, condition),
    )
    return satisfied.length === 0
      ? conjunction
      : this.#withConsequences(conjunction.and(...satisfied.map(({ then }) => then)))
  }

  /** Uses a separate checker, whose proof cannot rest on comparisons that are still in progress here. */
  #alwaysSatisfies(conjunction: Conjunction, condition: SchemaNode): boolean {
    const proof = new ContainmentChecker({ usesConditions: false })
    return proof.incompatibilities(conjunction, condition).length === 0
  }
}

/** The keywords of schemas that constrain a value. */
const constraintsIn = (nodes: readonly SchemaNode[]): KeywordName[] =>
  nodes
    .flatMap(({ schema }) => Object.keys(schema) as KeywordName[])
    .filter((keyword) => checksByKeyword[keyword] !== 'ignored')

const isUndecided = (keyword: KeywordName): boolean => checksByKeyword[keyword] === 'undecided'

/** Whether two schemas are written in the same way. With a `$ref`, they can have other targets. */
const areSame = ({ schema }: SchemaNode, other: SchemaNode): boolean =>
  jsonEqual(schema, other.schema) && !JSON.stringify(schema).includes('"$ref"')

/** Validates a value that `const` or `enum` of the old schema lists. */
function violationsOfValue(value: Json, conjunction: Conjunction, node: SchemaNode): Incompatibility[] {
  const { failures } = findFailures(node, value, MAX_VIOLATIONS)
  return render(failures).map(({ path, message, schemaPath = '' }) => ({
    path,
    message: `${formatJson(value)} is no longer allowed${path === '' ? '' : `: ${message}`}`,
    value,
    before: conjunction.schemaPathOf('enum', 'const'),
    after: schemaPath,
  }))
}

const notCompared = (keyword: string): string =>
  `"${keyword}" is not compared; could not determine whether a previously valid value is rejected`

const tooDeep = (conjunction: Conjunction, node: SchemaNode): Incompatibility => ({
  path: '',
  message:
    'validates deeper nesting than before; could not determine whether it rejects a previously valid value',
  before: conjunction.schemaPathOf(),
  after: node.schemaPath,
})
