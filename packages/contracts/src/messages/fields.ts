import { isString } from '@workbench/json-text'
import { describeSchema } from './describe-schema.ts'
import type { SchemaNode } from '../schema/types.ts'

/** A member that a contract describes, for documentation. */
export interface Field {
  /** For example `waves[].tasks[].id`. */
  readonly path: string
  readonly required: boolean
  /** The constraints in words, for example `a string, at most 80 characters`. */
  readonly rule: string
  readonly description: string | undefined
}

/**
 * The members that a schema describes, in its items and in the targets of its `$ref` too. Nested members follow the
 * member that contains them; the members of other contracts are left out.
 */
export const fieldsOf = (node: SchemaNode): Field[] => fieldsBelow(node, '', [])

function fieldsBelow(node: SchemaNode, path: string, ancestors: readonly SchemaNode[]): Field[] {
  if (ancestors.includes(node)) return []
  const visited = [...ancestors, node]
  const { items, reference } = node.constraints
  return [
    ...memberFields(node, path, visited),
    ...(items ? fieldsBelow(items, `${path}[]`, visited) : []),
    ...(reference && !refersToContract(node) ? fieldsBelow(reference, path, visited) : []),
  ]
}

function memberFields(node: SchemaNode, path: string, visited: readonly SchemaNode[]): Field[] {
  const { members } = node.constraints
  return [...(members?.properties ?? [])].flatMap(([name, member]) => {
    if (typeof member !== 'object') return []
    const description = member.schema['description']
    const field = {
      path: path === '' ? name : `${path}.${name}`,
      required: members?.required.includes(name) === true,
      rule: describeSchema(member, 1),
      description: isString(description) ? description : undefined,
    }
    return [field, ...fieldsBelow(member, field.path, visited)]
  })
}

/** Whether `$ref` names a whole contract, not a schema in this or in another file. */
function refersToContract({ schema }: SchemaNode): boolean {
  const reference = schema['$ref']
  return isString(reference) && !reference.includes('#')
}
