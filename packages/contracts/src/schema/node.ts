import type { JsonObject } from '../json.ts'
import { type Pointer, token } from '../pointer.ts'
import type { Place } from '../report/place.ts'
import type { Report } from '../report/report.ts'
import { type Holds, plain } from './plain.ts'
import type { Node, Rule } from './rule.ts'

/** Levels of an artifact that a contract may look into. */
export const DEEPEST = 512

/** Thrown where an artifact, under a recursive contract, nests deeper than {@link DEEPEST} levels. */
export class TooDeep extends Error {
  override readonly name = 'TooDeep'
}

/** Whether a whole artifact is as asked; one that nests deeper than a contract may look is not. */
export function holdsFromRoot(ask: Holds, value: unknown): boolean {
  try {
    return ask(value, 0)
  } catch (error) {
    if (error instanceof TooDeep) return false
    throw error
  }
}

/** A schema object. It exists before its rules do, so that schemas can refer to each other in a circle. */
export class SchemaNode implements Node {
  readonly schema: JsonObject
  readonly file: string
  readonly pointer: Pointer
  readonly rules: Rule[] = []
  /** Schemas that are asked about the same value as this one. */
  readonly inPlace: Node[] = []
  reference: Node | undefined
  #holds: Holds | undefined
  readonly #nodes: ReadonlyMap<Pointer, SchemaNode>

  constructor(schema: JsonObject, file: string, pointer: Pointer, nodes: ReadonlyMap<Pointer, SchemaNode>) {
    this.schema = schema
    this.file = file
    this.pointer = pointer
    this.#nodes = nodes
  }

  readonly holds: Holds = (value, depth) => {
    if (depth > DEEPEST) throw new TooDeep()
    this.#holds ??= plain(this.rules)
    return this.#holds(value, depth)
  }

  readonly report = (place: Place, report: Report): void => {
    if (place.depth > DEEPEST) throw new TooDeep()
    for (const rule of this.rules) rule.report(place, report)
  }

  phrase(levels: number): string {
    const phrases = this.rules.map((rule) => rule.phrase?.(levels)).filter((phrase) => phrase)
    return phrases.join(', ') || 'any value'
  }

  subschema(...segments: readonly string[]): SchemaNode | undefined {
    return this.#nodes.get(this.pointer + segments.map(token).join(''))
  }
}
