import { isDeeperThan, isObject, type JsonObject } from '../json.ts'
import { type Pointer, token } from '../pointer.ts'
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
    visit(root, '', undefined)
  }
  return nodes

  function visit(schema: unknown, pointer: Pointer, parent: string | undefined): void {
    if (!isObject(schema)) {
      const allowsBooleans = parent !== undefined && supportedKeywords.get(parent)?.allowsBooleans === true
      if (allowsBooleans && typeof schema === 'boolean') return
      const message = `must be a schema: an object${allowsBooleans ? ', true or false' : ''}`
      problems.push({ file, pointer, ...(parent !== undefined && { keyword: parent }), message })
      return
    }
    nodes.set(pointer, new MutableSchemaNode(schema, file, pointer, nodes))
    for (const name of Object.keys(schema)) visitKeyword(schema, name, pointer + token(name))
  }

  function visitKeyword(schema: JsonObject, name: string, pointer: Pointer): void {
    const keyword = supportedKeywords.get(name)
    const value = schema[name]
    if (!keyword) {
      const message = unsupportedKeywordMessage(name, supportedKeywords.keys())
      problems.push({ file, pointer, keyword: name, message })
    } else if (keyword.subschemas === 'value') {
      visit(value, pointer, name)
    } else if (keyword.subschemas === 'members' && isObject(value)) {
      for (const member of Object.keys(value)) visit(value[member], pointer + token(member), name)
    }
  }
}
