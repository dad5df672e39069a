import { isArray, isObject } from '@workbench/json-text'
import type { SchemaNode } from '../schema/types.ts'

/** V8's inline caches hold this many hidden classes. */
const MAX_SHAPES = 4

/** After at least this many objects with at most this many shapes, a schema is expected to have objects of few shapes. */
const FEW_SHAPES = { minObjects: 8, maxShapes: 2 }

/** The maximum number of schemas that are visited for one artifact. */
const MAX_VISITS = 1000

/**
 * Finds the schemas whose objects have few shapes in a sample of artifacts. Objects that have the same member names in
 * the same order have the same shape, and in V8 usually the same hidden class.
 */
export class ShapeCensus {
  readonly #root: SchemaNode
  readonly #objects = new Map<SchemaNode, ObjectsOfSchema>()
  /** The schemas whose objects had few shapes when {@link update} was called. */
  fewShapes: ReadonlySet<SchemaNode> = new Set()

  constructor(root: SchemaNode) {
    this.#root = root
  }

  /** Adds an artifact to the sample, or a part of it if it is very large. */
  add(artifact: unknown): void {
    let visits = 0
    const visit = (node: SchemaNode, value: unknown): void => {
      if (++visits > MAX_VISITS) return
      const { members, items, inPlaceSubschemas } = node.constraints
      if (members && isObject(value)) {
        const names = Object.keys(value)
        this.#count(node, names)
        for (const name of names) {
          const schema = members.properties.get(name) ?? members.additionalProperties
          if (typeof schema === 'object') visit(schema, value[name])
        }
      }
      if (items && isArray(value)) for (const item of value) visit(items, item)
      for (const subschema of inPlaceSubschemas) visit(subschema, value)
    }
    visit(this.#root, artifact)
  }

  /**
   * Decides again about each schema; returns whether {@link fewShapes} has changed. Shapes accumulate while there are
   * few: each one takes a place in the inline caches, even if it is rare.
   */
  update(): boolean {
    const fewShapes = new Set<SchemaNode>()
    let hasChanged = false
    for (const [node, { count, shapes }] of this.#objects) {
      const hadFewShapes = this.fewShapes.has(node)
      const hasFewShapes = hadFewShapes
        ? shapes.size <= MAX_SHAPES
        : count >= FEW_SHAPES.minObjects && shapes.size <= FEW_SHAPES.maxShapes
      if (hasFewShapes) fewShapes.add(node)
      else this.#objects.delete(node)
      hasChanged ||= hadFewShapes !== hasFewShapes
    }
    this.fewShapes = fewShapes
    return hasChanged
  }

  #count(node: SchemaNode, names: readonly string[]): void {
    const objects = this.#objects.get(node) ?? { shapes: new Set(), count: 0 }
    this.#objects.set(node, objects)
    if (objects.shapes.size > MAX_SHAPES) return
    objects.count++
    objects.shapes.add(names.join('\0'))
  }
}

/** The objects that a schema was applied to. */
interface ObjectsOfSchema {
  readonly shapes: Set<string>
  count: number
}
