import { quote, token } from '@workbench/json-text'
import { collectSubschemas, type SchemaDocument } from './collect-subschemas.ts'
import { constraintsOf } from './evaluation/constraints.ts'
import type { KeywordContext } from './keyword.ts'
import { supportedKeywords } from './keywords/supported-keywords.ts'
import { parseReference } from './parse-reference.ts'
import { findReferenceCycles } from './reference-cycles.ts'
import { SchemaError, type SchemaProblem } from './schema-error.ts'
import type { MutableSchemaNode } from './schema-node.ts'
import type { SchemaNode } from './types.ts'

/** A schema, or the reasons why its file cannot be used. */
export type SchemaSource =
  | { readonly file: string; readonly schema: unknown }
  | { readonly file: string; readonly problems: readonly SchemaProblem[] }

/**
 * Finds a schema by the part of a `$ref` before `#`. Must return the same object each time for one name; undefined if
 * there is no such schema.
 */
type FindSource = (name: string) => SchemaSource | undefined

/**
 * Compiles a schema and every schema that it refers to.
 * @throws {SchemaError} with all problems of all these schemas.
 */
export function compile(source: SchemaSource, find: FindSource): SchemaNode {
  const problems: SchemaProblem[] = []
  const documents = new Map<SchemaSource, SchemaDocument | undefined>()
  const root = compileDocument(source)?.get('')
  const nodes = [...documents.values()].flatMap((document) => [...(document?.values() ?? [])])
  const all = [...problems, ...findReferenceCycles(nodes)]
  if (all.length > 0 || !root) throw new SchemaError(all)
  return root

  function compileDocument(source: SchemaSource): SchemaDocument | undefined {
    if (documents.has(source)) return documents.get(source)
    if ('problems' in source) {
      documents.set(source, undefined)
      for (const problem of source.problems) problems.push(problem)
      return undefined
    }
    const document = collectSubschemas(source.file, source.schema, problems)
    // Recorded before its keywords are compiled, which may refer to it.
    documents.set(source, document)
    for (const node of document.values()) compileKeywords(node, document)
    return document
  }

  function compileKeywords(node: MutableSchemaNode, document: SchemaDocument): void {
    const declared = [...supportedKeywords.values()]
      .filter(({ name }) => Object.hasOwn(node.schema, name))
      .map((keyword) => keyword.compile(node.schema[keyword.name], contextOf(node, keyword.name, document)))
    node.constraints = constraintsOf(declared.filter((constraint) => constraint !== undefined))
  }

  function contextOf(node: MutableSchemaNode, keyword: string, document: SchemaDocument): KeywordContext {
    const pointer = node.pointer + token(keyword)
    const reject = (message: string): undefined => {
      problems.push({ file: node.file, pointer, keyword, message: `"${keyword}" ${message}` })
    }
    return {
      pointer,
      subschema: (...segments) => document.get(node.pointer + segments.map(token).join('')),
      resolveReference: (reference) => resolve(reference, document, reject),
      reject,
    }
  }

  function resolve(
    reference: string,
    from: SchemaDocument,
    reject: KeywordContext['reject'],
  ): MutableSchemaNode | undefined {
    const target = parseReference(reference)
    if (!target) return reject('must have a JSON Pointer after "#"')
    const source = target.name === '' ? undefined : find(target.name)
    if (target.name !== '' && !source)
      return reject(`refers to ${quote(target.name)}, but there is no such schema`)
    const document = source ? compileDocument(source) : from
    return (
      document &&
      (document.get(target.pointer) ??
        reject(`refers to ${quote(reference)}, but there is no schema at that location`))
    )
  }
}
