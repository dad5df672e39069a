import { isArray, isObject, isString } from '../json.ts'
import { type Pointer, token } from '../pointer.ts'
import type { SchemaProblem } from '../schema/schema-error.ts'
import type { Contracts } from './contracts.ts'

/**
 * What keeps the files of a directory from being good contracts, by "Adding a contract" of the Artifact Contracts
 * Service: name, id, draft, closed objects, `schema` and `producedBy`, supported keywords, every member described.
 */
export const lintContracts = (contracts: Contracts): SchemaProblem[] =>
  contracts.list().flatMap(({ id, file, problems }) => {
    // What is wrong with another file is said of that one.
    if (problems.length > 0) return problems.filter((problem) => problem.file === file)
    const { schema } = contracts.get(id)
    return isObject(schema) ? [...lintRoot(schema, id, file), ...lintMembers(schema, '', file)] : []
  })

type Members = Readonly<Record<string, unknown>>

const DRAFT = 'https://json-schema.org/draft/2020-12/schema'

function lintRoot(schema: Members, id: string, file: string): SchemaProblem[] {
  const members = isObject(schema['properties']) ? schema['properties'] : {}
  const required = isArray(schema['required']) ? schema['required'] : []
  const { schema: contract, producedBy } = members
  const rules: [boolean, Pointer, string][] = [
    [schema['$schema'] === DRAFT, '/$schema', `must be "${DRAFT}"`],
    [isString(schema['$id']), '/$id', `must be there, and end with "${file}"`],
    [isString(schema['title']), '/title', 'must be there: the name of the contract in a few words'],
    [isString(schema['description']), '/description', 'must be there: what the artifact is for'],
    [schema['type'] === 'object', '/type', 'must be "object": an artifact is one'],
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
  return rules.filter(([isKept]) => !isKept).map(([, pointer, message]) => problem(file, pointer, message))
}

/** Objects that list their members are closed, and every member says what it means. */
function lintMembers(schema: Members, pointer: Pointer, file: string): SchemaProblem[] {
  const members = schema['properties']
  const isOpen = isObject(members) && schema['additionalProperties'] !== false
  return [
    ...(isOpen
      ? [problem(file, `${pointer}/additionalProperties`, 'must be false where members are listed')]
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
      problem(file, `${pointer}${token(name)}/description`, 'must be there: what the member means'),
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
