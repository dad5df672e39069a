import { isDeeperThan, isObject, type Pointer, token } from '@workbench/json-text'
import { supportedKeywords } from './keywords/supported-keywords.ts'
import type { SchemaProblem } from './schema-error.ts'
import { MutableSchemaNode } from './schema-node.ts'
import { unsupportedKeywordMessage } from './keywords/unsupported-keyword.ts'

/** The maximum nesting of a schema file. */
const MAX_SCHEMA_DEPTH = 256

/** All schemas of a file by their location. Only these can be the target of a `$ref`. */
export type SchemaDocument = ReadonlyMap<Pointer, MutableSchemaNode>

/** Finds all schemas of a file. Adds a problem for each name that is not a supported keyword. */
export function collectSubschemas(file: string, root: unknown, problems: SchemaProblem[]): SchemaDocument {
  const nodes = new Map<Pointer, MutableSchemaNode>()
  if (isDeeperThan(MAX_SCHEMA_DEPTH, root)) {
    problems.push({ file, pointer: '', message: `must not nest more than ${MAX_SCHEMA_DEPTH} levels` })
  } else {
    visit(root, '')
  }
  return nodes

  /** @param keyword the keyword of the parent that contains the schema */
  function visit(schema: unknown, pointer: Pointer, keyword?: string, parent?: MutableSchemaNode): void {
    if (!isObject(schema)) {
      const allowsBooleans = keyword !== undefined && supportedKeywords.get(keyword)?.allowsBooleans === true
      if (allowsBooleans && typeof schema === 'boolean') return
      const message = `must be a schema: an object${allowsBooleans ? ', true or false' : ''}`
      problems.push({ file, pointer, ...(keyword !== undefined && { keyword }), message })
      return
    }
    const container = keyword === 'properties' ? parent : undefined
    const node = new MutableSchemaNode(schema, { file, pointer, container })
    nodes.set(pointer, node)
    for (const name of Object.keys(schema)) visitKeyword(node, name)
  }

  function visitKeyword(node: MutableSchemaNode, name: string): void {
    const keyword = supportedKeywords.get(name)
    const pointer = node.pointer + token(name)
    const value = node.schema[name]
    if (!keyword) {
      const message = unsupportedKeywordMessage(name, supportedKeywords.keys())
      problems.push({ file, pointer, keyword: name, message })
    } else if (keyword.subschemas === 'value') {
      visit(value, pointer, name, node)
    } else if (keyword.subschemas === 'members' && isObject(value)) {
      for (const member of Object.keys(value)) visit(value[member], pointer + token(member), name, node)
    }
  }
}
