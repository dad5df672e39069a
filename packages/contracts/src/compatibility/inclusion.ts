import type { Json } from '../json.ts'
import type { Node } from '../schema/rule.ts'
import { asJson } from '../report/words.ts'
import { judge, violationOf } from '../validator/judge.ts'
import { checks } from './checks.ts'
import type { Finding } from './finding.ts'
import { haveSameMeaning } from './same-meaning.ts'
import type { SampleStrings } from './strings.ts'
import { idOf, type Term } from './term.ts'
import { type Witness, Witnesses } from './witness.ts'

/** Levels that are looked into, one schema within the other. */
const DEEPEST = 200

/**
 * Decides whether every value of a term is accepted by a schema, and finds the values that are not.
 *
 * A pair of term and schema that is asked about while it is being decided counts as included: if a value were refused,
 * it would be refused at a place that is looked at anyway. This is what makes recursive schemas decidable.
 */
export class Inclusion {
  readonly witnesses: Witnesses
  readonly sampleStrings: SampleStrings
  readonly #usesConditions: boolean
  readonly #open = new Set<string>()
  readonly #decided = new Map<string, readonly Finding[]>()

  constructor(sampleStrings: SampleStrings, { usesConditions = true } = {}) {
    this.sampleStrings = sampleStrings
    this.witnesses = new Witnesses(sampleStrings)
    this.#usesConditions = usesConditions
  }

  /** Every way in which the schema refuses, or may refuse, a value of the term; none: it accepts them all. */
  findings(term: Term, node: Node): readonly Finding[] {
    const key = `${term.key} ${idOf(node)}`
    // A value that the old schema does not look into may nest without end; the new one would not follow it.
    if (this.#open.has(key) && term.nodes.length === 0) return [tooDeep(term, node)]
    const decided = this.#decided.get(key)
    if (decided) return decided
    this.#decided.set(key, [])
    this.#open.add(key)
    const findings =
      this.#open.size > DEEPEST ? [tooDeep(term, node)] : this.#decide(this.#withConsequences(term), node)
    this.#open.delete(key)
    if (findings.length > 0) this.#forgetAfter(key)
    this.#decided.set(key, findings)
    return findings
  }

  /** What was found to be included meanwhile may have leant on this pair, which is not. */
  #forgetAfter(key: string): void {
    const keys = [...this.#decided.keys()]
    for (const later of keys.slice(keys.indexOf(key) + 1)) {
      if (this.#decided.get(later)?.length === 0) this.#decided.delete(later)
    }
  }

  /** A finding about a witness: none where there is no such value, without a value where none was found. */
  finding(witness: Witness, about: Omit<Finding, 'value'>): Finding[] {
    if (witness === 'none') return []
    return [witness === 'unknown' ? about : { ...about, value: witness.value }]
  }

  #decide(term: Term, node: Node): Finding[] {
    if (term.nodes.some((known) => haveSameMeaning(known, node)) || this.witnesses.of(term) === 'none')
      return []
    const { values } = term
    if (values) return values.flatMap((value) => this.#refusals(value, term, node))
    return Object.keys(node.schema).flatMap((keyword) => checks.get(keyword)?.(term, node, this) ?? [])
  }

  /** What a schema has against one value, by its rules. */
  #refusals(value: Json, term: Term, node: Node): Finding[] {
    return judge(node, value)
      .map(violationOf)
      .map(({ path, message, schemaPath = '' }) => ({
        path,
        message: `${asJson(value)} is no longer allowed${path === '' ? '' : `: ${message}`}`,
        value,
        before: term.placeOf('enum', 'const'),
        after: schemaPath,
      }))
  }

  /** Adds to a term what follows from the conditions that all its values meet. */
  #withConsequences(term: Term): Term {
    if (!this.#usesConditions) return term
    const met = term.conditionals.filter(
      ({ condition, consequence }) => !term.nodes.includes(consequence) && this.#isCertain(term, condition),
    )
    return met.length === 0
      ? term
      : this.#withConsequences(term.and(...met.map(({ consequence }) => consequence)))
  }

  /** Proved apart, so that nothing is taken for granted that depends on it. */
  #isCertain(term: Term, condition: Node): boolean {
    const proof = new Inclusion(this.sampleStrings, { usesConditions: false })
    return proof.findings(term, condition).length === 0
  }
}

const tooDeep = (term: Term, node: Node): Finding => ({
  path: '',
  message: 'looks deeper than before; whether it refuses what was allowed cannot be told',
  before: term.placeOf(),
  after: `${node.file}#${node.pointer}`,
})
