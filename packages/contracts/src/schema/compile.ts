import { type Pointer, token } from '../pointer.ts'
import { findReferenceCycles } from './reference-cycles.ts'
import { collectSubschemas, type SchemaDocument } from './collect-subschemas.ts'
import { supportedKeywords } from './keywords/supported-keywords.ts'
import { MutableSchemaNode } from './schema-node.ts'
import { parseReference } from './parse-reference.ts'
import type { SchemaNode, KeywordContext } from './types.ts'
import { SchemaError, type SchemaProblem } from './schema-error.ts'

/** A schema, or why there is none to be had. */
export type SchemaSource =
  | { readonly file: string; readonly schema: unknown }
  | { readonly file: string; readonly problems: readonly SchemaProblem[] }

/**
 * Finds the schema that the part of a `$ref` before `#` names, the same object each time; undefined where there is none
 * of that name.
 */
export type FindSchema = (name: string) => SchemaSource | undefined

/**
 * Compiles a schema and every schema that it refers to.
 * @throws {SchemaError} with everything that is wrong in any of them.
 */
export function compile(source: SchemaSource, find: FindSchema): SchemaNode {
  const compilation = new Compilation(find)
  const root = compilation.open(source)?.nodes.get('')
  const problems = compilation.finish()
  if (problems.length > 0 || !root) throw new SchemaError(problems)
  return root
}

class Compilation {
  readonly #find: FindSchema
  readonly #problems: SchemaProblem[] = []
  readonly #documents = new Map<SchemaSource, SchemaDocument | undefined>()

  constructor(find: FindSchema) {
    this.#find = find
  }

  open(source: SchemaSource): SchemaDocument | undefined {
    if (this.#documents.has(source)) return this.#documents.get(source)
    if ('problems' in source) {
      this.#documents.set(source, undefined)
      this.#problems.push(...source.problems)
      return undefined
    }
    const document = collectSubschemas(source.file, source.schema, this.#problems)
    this.#documents.set(source, document)
    for (const node of document.nodes.values()) this.#compileRules(node, document)
    return document
  }

  finish(): SchemaProblem[] {
    return [
      ...this.#problems,
      ...findReferenceCycles(
        [...this.#documents.values()].flatMap((document) => [...(document?.nodes.values() ?? [])]),
      ),
    ]
  }

  #compileRules(node: MutableSchemaNode, document: SchemaDocument): void {
    for (const keyword of supportedKeywords.values()) {
      if (!Object.hasOwn(node.schema, keyword.name)) continue
      const rule = keyword.compile(node.schema[keyword.name], this.#context(node, keyword.name, document))
      if (rule) node.keywords.push(rule)
    }
  }

  #context(node: MutableSchemaNode, keyword: string, document: SchemaDocument): KeywordContext {
    const pointer = node.pointer + token(keyword)
    const refuse = (message: string): undefined => {
      this.#problems.push({ file: document.file, pointer, keyword, message: `"${keyword}" ${message}` })
    }
    return {
      keyword,
      pointer,
      schemaPath: `${document.file}#${pointer}`,
      siblingValue: (name) => (Object.hasOwn(node.schema, name) ? node.schema[name] : undefined),
      subschema: (...segments) => nodeAt(document, node.pointer, [keyword, ...segments]),
      siblingSubschema: (...segments) => nodeAt(document, node.pointer, segments),
      resolveReference: (reference) => {
        const target = this.#resolve(reference, document, refuse)
        if (target) node.inPlaceSubschemas.push(target)
        return (node.reference = target)
      },
      addInPlaceSubschema: (other) => void node.inPlaceSubschemas.push(other),
      reject: refuse,
    }
  }

  #resolve(
    reference: string,
    from: SchemaDocument,
    refuse: KeywordContext['reject'],
  ): MutableSchemaNode | undefined {
    const target = parseReference(reference)
    if (!target) return refuse('must have a JSON Pointer after "#"')
    const source = target.name === '' ? undefined : this.#find(target.name)
    if (target.name !== '' && !source)
      return refuse(`names ${JSON.stringify(target.name)}, and there is no such schema`)
    const document = source ? this.open(source) : from
    return (
      document &&
      (document.nodes.get(target.pointer) ??
        refuse(`leads to ${JSON.stringify(reference)}, where no schema stands`))
    )
  }
}

/** The schema at a place. Where none stands, that was recorded as a problem, and the compilation will end with it. */
const nodeAt = (document: SchemaDocument, from: Pointer, segments: readonly string[]): MutableSchemaNode => {
  const pointer = from + segments.map(token).join('')
  return document.nodes.get(pointer) ?? new MutableSchemaNode({}, document.file, pointer, document.nodes)
}
