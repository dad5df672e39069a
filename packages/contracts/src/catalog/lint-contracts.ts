import { isArray, isObject, isString } from '../json.ts'
import { type Pointer, token } from '../pointer.ts'
import { DRAFT } from '../schema/keywords/core/schema-id.ts'
import type { SchemaProblem } from '../schema/schema-error.ts'
import type { Contracts } from './contracts.ts'

/**
 * Checks the contract files of a directory against the conventions of contracts: file name, `$id`, `$schema`, title,
 * closed objects, the members `schema` and `producedBy`, supported keywords, and a description of every member.
 */
export const lintContracts = (contracts: Contracts): SchemaProblem[] =>
  contracts.list().flatMap(({ id, file, problems }) => {
    // Problems of a file that this one refers to are reported for that file.
    if (problems.length > 0) return problems.filter((problem) => problem.file === file)
    const { schema } = contracts.get(id)
    return isObject(schema) ? [...lintRoot(schema, id, file), ...lintMembers(schema, '', file)] : []
  })

type Members = Readonly<Record<string, unknown>>

function lintRoot(schema: Members, id: string, file: string): SchemaProblem[] {
  const members = isObject(schema['properties']) ? schema['properties'] : {}
  const required = isArray(schema['required']) ? schema['required'] : []
  const { schema: contract, producedBy } = members
  const rules: [boolean, Pointer, string][] = [
    [schema['$schema'] === DRAFT, '/$schema', `must be "${DRAFT}"`],
    [isString(schema['$id']), '/$id', `is required and must end with "${file}"`],
    [isString(schema['title']), '/title', 'is required: the name of the contract in a few words'],
    [isString(schema['description']), '/description', 'is required: the purpose of the artifact'],
    [schema['type'] === 'object', '/type', 'must be "object": every artifact is an object'],
    [isObject(contract) && contract['const'] === id, '/properties/schema/const', `must be "${id}"`],
    [
      isObject(producedBy) && producedBy['type'] === 'string',
      '/properties/producedBy/type',
      'must be "string"',
    ],
    [required.includes('schema'), '/required', 'must list "schema"'],
    [required.includes('producedBy'), '/required', 'must list "producedBy"'],
    [isObject(schema['properties']), '/properties', 'must list the members'],
  ]
  return rules
    .filter(([isSatisfied]) => !isSatisfied)
    .map(([, pointer, message]) => problem(file, pointer, message))
}

/** Checks that objects with `properties` are closed and that every member has a description. */
function lintMembers(schema: Members, pointer: Pointer, file: string): SchemaProblem[] {
  const members = schema['properties']
  const isOpen = isObject(members) && schema['additionalProperties'] !== false
  return [
    ...(isOpen
      ? [problem(file, `${pointer}/additionalProperties`, 'must be false if "properties" lists the members')]
      : []),
    ...(isObject(members) ? lintDescriptions(members, `${pointer}/properties`, file) : []),
    ...lintSubschemas(members, `${pointer}/properties`, file),
    ...lintSubschemas(schema['$defs'], `${pointer}/$defs`, file),
    ...['items', 'additionalProperties'].flatMap((keyword) => {
      const subschema = schema[keyword]
      return isObject(subschema) ? lintMembers(subschema, pointer + token(keyword), file) : []
    }),
  ]
}

const lintDescriptions = (members: Members, pointer: Pointer, file: string): SchemaProblem[] =>
  Object.entries(members)
    .filter(([, member]) => member !== false && !isDescribed(member))
    .map(([name]) =>
      problem(file, `${pointer}${token(name)}/description`, 'is required: the meaning of the member'),
    )

const isDescribed = (member: unknown): boolean =>
  isObject(member) && (isString(member['description']) || isString(member['$ref']))

const lintSubschemas = (schemas: unknown, pointer: Pointer, file: string): SchemaProblem[] =>
  isObject(schemas)
    ? Object.entries(schemas).flatMap(([name, schema]) =>
        isObject(schema) ? lintMembers(schema, pointer + token(name), file) : [],
      )
    : []

const problem = (file: string, pointer: Pointer, message: string): SchemaProblem => {
  const keyword = pointer.slice(pointer.lastIndexOf('/') + 1)
  return { file, pointer, keyword, message: `"${keyword}" ${message}` }
}
