import type { JsonObject } from '../json.ts'
import { type Pointer, token } from '../pointer.ts'
import type { Location } from '../violations/location.ts'
import type { ViolationCollector } from '../violations/collector.ts'
import { type IsValid, interpret } from './interpreter.ts'
import type { SchemaNode, CompiledKeyword } from './types.ts'

/** Levels of an artifact that a contract may look into. */
export const MAX_DEPTH = 512

/** Thrown where an artifact, under a recursive contract, nests deeper than {@link MAX_DEPTH} levels. */
export class MaxDepthError extends Error {
  override readonly name = 'TooDeep'
}

/** Whether a whole artifact is as asked; one that nests deeper than a contract may look is not. */
export function isValidFromRoot(ask: IsValid, value: unknown): boolean {
  try {
    return ask(value, 0)
  } catch (error) {
    if (error instanceof MaxDepthError) return false
    throw error
  }
}

/** A schema object. It exists before its rules do, so that schemas can refer to each other in a circle. */
export class MutableSchemaNode implements SchemaNode {
  readonly schema: JsonObject
  readonly file: string
  readonly pointer: Pointer
  readonly keywords: CompiledKeyword[] = []
  /** Schemas that are asked about the same value as this one. */
  readonly inPlaceSubschemas: SchemaNode[] = []
  reference: SchemaNode | undefined
  #holds: IsValid | undefined
  readonly #nodes: ReadonlyMap<Pointer, MutableSchemaNode>

  constructor(
    schema: JsonObject,
    file: string,
    pointer: Pointer,
    nodes: ReadonlyMap<Pointer, MutableSchemaNode>,
  ) {
    this.schema = schema
    this.file = file
    this.pointer = pointer
    this.#nodes = nodes
  }

  readonly isValid: IsValid = (value, depth) => {
    if (depth > MAX_DEPTH) throw new MaxDepthError()
    this.#holds ??= interpret(this.keywords)
    return this.#holds(value, depth)
  }

  readonly collectViolations = (location: Location, collector: ViolationCollector): void => {
    if (location.depth > MAX_DEPTH) throw new MaxDepthError()
    for (const rule of this.keywords) rule.collectViolations(location, collector)
  }

  describe(levels: number): string {
    const phrases = this.keywords.map((rule) => rule.describe?.(levels)).filter((phrase) => phrase)
    return phrases.join(', ') || 'any value'
  }

  subschema(...segments: readonly string[]): MutableSchemaNode | undefined {
    return this.#nodes.get(this.pointer + segments.map(token).join(''))
  }
}
