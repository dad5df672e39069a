import { isDeeperThan, isObject, type JsonObject } from '../json.ts'
import { type Pointer, token } from '../pointer.ts'
import { keywords } from './keywords.ts'
import { SchemaNode } from './node.ts'
import type { SchemaProblem } from './schema-error.ts'
import { refusalOf } from './unsupported.ts'

/** Levels that a schema file may nest. */
const DEEPEST_SCHEMA = 256

/** One schema file: where in it the schemas stand. Only those places can be referred to. */
export interface SchemaDocument {
  readonly file: string
  readonly nodes: ReadonlyMap<Pointer, SchemaNode>
}

/** Finds the schemas in a file and refuses every name that is no supported keyword. */
export function readDocument(file: string, root: unknown, problems: SchemaProblem[]): SchemaDocument {
  const nodes = new Map<Pointer, SchemaNode>()
  if (isDeeperThan(DEEPEST_SCHEMA, root)) {
    problems.push({ file, pointer: '', message: `must not nest more than ${DEEPEST_SCHEMA} levels` })
  } else {
    visit(root, '', undefined)
  }
  return { file, nodes }

  function visit(schema: unknown, pointer: Pointer, holder: string | undefined): void {
    if (!isObject(schema)) {
      const takesBooleans = holder !== undefined && keywords.get(holder)?.takesBooleans === true
      if (takesBooleans && typeof schema === 'boolean') return
      const message = `must be a schema: an object${takesBooleans ? ', true or false' : ''}`
      problems.push({ file, pointer, ...(holder !== undefined && { keyword: holder }), message })
      return
    }
    nodes.set(pointer, new SchemaNode(schema, file, pointer, nodes))
    for (const name of Object.keys(schema)) visitKeyword(schema, name, pointer + token(name))
  }

  function visitKeyword(schema: JsonObject, name: string, pointer: Pointer): void {
    const keyword = keywords.get(name)
    const value = schema[name]
    if (!keyword) {
      problems.push({ file, pointer, keyword: name, message: refusalOf(name, keywords.keys()) })
    } else if (keyword.subschemas === 'value') {
      visit(value, pointer, name)
    } else if (keyword.subschemas === 'members' && isObject(value)) {
      for (const member of Object.keys(value)) visit(value[member], pointer + token(member), name)
    }
  }
}
