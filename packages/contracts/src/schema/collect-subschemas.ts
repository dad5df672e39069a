import { isDeeperThan, isObject, type JsonObject } from '../json.ts'
import { type Pointer, token } from '../pointer.ts'
import { supportedKeywords } from './keywords/supported-keywords.ts'
import { MutableSchemaNode } from './schema-node.ts'
import type { SchemaProblem } from './schema-error.ts'
import { unsupportedKeywordMessage } from './unsupported-keyword.ts'

/** Levels that a schema file may nest. */
const MAX_SCHEMA_DEPTH = 256

/** One schema file: where in it the schemas stand. Only those places can be referred to. */
export interface SchemaDocument {
  readonly file: string
  readonly nodes: ReadonlyMap<Pointer, MutableSchemaNode>
}

/** Finds the schemas in a file and refuses every name that is no supported keyword. */
export function collectSubschemas(file: string, root: unknown, problems: SchemaProblem[]): SchemaDocument {
  const nodes = new Map<Pointer, MutableSchemaNode>()
  if (isDeeperThan(MAX_SCHEMA_DEPTH, root)) {
    problems.push({ file, pointer: '', message: `must not nest more than ${MAX_SCHEMA_DEPTH} levels` })
  } else {
    visit(root, '', undefined)
  }
  return { file, nodes }

  function visit(schema: unknown, pointer: Pointer, holder: string | undefined): void {
    if (!isObject(schema)) {
      const takesBooleans = holder !== undefined && supportedKeywords.get(holder)?.allowsBooleans === true
      if (takesBooleans && typeof schema === 'boolean') return
      const message = `must be a schema: an object${takesBooleans ? ', true or false' : ''}`
      problems.push({ file, pointer, ...(holder !== undefined && { keyword: holder }), message })
      return
    }
    nodes.set(pointer, new MutableSchemaNode(schema, file, pointer, nodes))
    for (const name of Object.keys(schema)) visitKeyword(schema, name, pointer + token(name))
  }

  function visitKeyword(schema: JsonObject, name: string, pointer: Pointer): void {
    const keyword = supportedKeywords.get(name)
    const value = schema[name]
    if (!keyword) {
      problems.push({
        file,
        pointer,
        keyword: name,
        message: unsupportedKeywordMessage(name, supportedKeywords.keys()),
      })
    } else if (keyword.subschemas === 'value') {
      visit(value, pointer, name)
    } else if (keyword.subschemas === 'members' && isObject(value)) {
      for (const member of Object.keys(value)) visit(value[member], pointer + token(member), name)
    }
  }
}
