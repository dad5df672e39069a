import type { Json } from '../json.ts'
import type { Node } from '../schema/rule.ts'
import { asJson } from '../report/words.ts'
import { judge, violationOf } from '../validator/judge.ts'
import { keywordChecks } from './keyword-checks.ts'
import type { Incompatibility } from './incompatibility.ts'
import { areEquivalent } from './equivalence.ts'
import type { SampleStrings } from './string-examples.ts'
import { nodeId, type Conjunction } from './conjunction.ts'
import { type Example, ExampleFinder } from './examples.ts'

/** Levels that are looked into, one schema within the other. */
const MAX_DEPTH = 200

/**
 * Decides whether every value of a conjunction is accepted by a schema, and finds the values that are not.
 *
 * A pair of conjunction and schema that is asked about while it is being decided counts as included: if a value were refused,
 * it would be refused at a place that is looked at anyway. This is what makes recursive schemas decidable.
 */
export class ContainmentChecker {
  readonly examples: ExampleFinder
  readonly sampleStrings: SampleStrings
  readonly #usesConditions: boolean
  readonly #open = new Set<string>()
  readonly #decided = new Map<string, readonly Incompatibility[]>()

  constructor(sampleStrings: SampleStrings, { usesConditions = true } = {}) {
    this.sampleStrings = sampleStrings
    this.examples = new ExampleFinder(sampleStrings)
    this.#usesConditions = usesConditions
  }

  /** Every way in which the schema refuses, or may refuse, a value of the conjunction; none: it accepts them all. */
  incompatibilities(conjunction: Conjunction, node: Node): readonly Incompatibility[] {
    const key = `${conjunction.key} ${nodeId(node)}`
    // A value that the old schema does not look into may nest without end; the new one would not follow it.
    if (this.#open.has(key) && conjunction.nodes.length === 0) return [tooDeep(conjunction, node)]
    const decided = this.#decided.get(key)
    if (decided) return decided
    this.#decided.set(key, [])
    this.#open.add(key)
    const incompatibilities =
      this.#open.size > MAX_DEPTH
        ? [tooDeep(conjunction, node)]
        : this.#decide(this.#withConsequences(conjunction), node)
    this.#open.delete(key)
    if (incompatibilities.length > 0) this.#forgetAfter(key)
    this.#decided.set(key, incompatibilities)
    return incompatibilities
  }

  /** What was found to be included meanwhile may have leant on this pair, which is not. */
  #forgetAfter(key: string): void {
    const keys = [...this.#decided.keys()]
    for (const later of keys.slice(keys.indexOf(key) + 1)) {
      if (this.#decided.get(later)?.length === 0) this.#decided.delete(later)
    }
  }

  /** An incompatibility shown by an example: none where there is no such value, without a value where none was found. */
  incompatibility(example: Example, about: Omit<Incompatibility, 'value'>): Incompatibility[] {
    if (example === 'none') return []
    return [example === 'unknown' ? about : { ...about, value: example.value }]
  }

  #decide(conjunction: Conjunction, node: Node): Incompatibility[] {
    if (
      conjunction.nodes.some((known) => areEquivalent(known, node)) ||
      this.examples.of(conjunction) === 'none'
    )
      return []
    const { values } = conjunction
    if (values) return values.flatMap((value) => this.#refusals(value, conjunction, node))
    return Object.keys(node.schema).flatMap(
      (keyword) => keywordChecks.get(keyword)?.(conjunction, node, this) ?? [],
    )
  }

  /** What a schema has against one value, by its rules. */
  #refusals(value: Json, conjunction: Conjunction, node: Node): Incompatibility[] {
    return judge(node, value)
      .map(violationOf)
      .map(({ path, message, schemaPath = '' }) => ({
        path,
        message: `${asJson(value)} is no longer allowed${path === '' ? '' : `: ${message}`}`,
        value,
        before: conjunction.schemaPathOf('enum', 'const'),
        after: schemaPath,
      }))
  }

  /** Adds to a conjunction what follows from the conditions that all its values meet. */
  #withConsequences(conjunction: Conjunction): Conjunction {
    if (!this.#usesConditions) return conjunction
    const met = conjunction.conditionals.filter(
      ({ condition, consequence }) =>
        !conjunction.nodes.includes(consequence) && this.#isCertain(conjunction, condition),
    )
    return met.length === 0
      ? conjunction
      : this.#withConsequences(conjunction.and(...met.map(({ consequence }) => consequence)))
  }

  /** Proved apart, so that nothing is taken for granted that depends on it. */
  #isCertain(conjunction: Conjunction, condition: Node): boolean {
    const proof = new ContainmentChecker(this.sampleStrings, { usesConditions: false })
    return proof.incompatibilities(conjunction, condition).length === 0
  }
}

const tooDeep = (conjunction: Conjunction, node: Node): Incompatibility => ({
  path: '',
  message: 'looks deeper than before; whether it refuses what was allowed cannot be told',
  before: conjunction.schemaPathOf(),
  after: `${node.file}#${node.pointer}`,
})
