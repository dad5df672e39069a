import {
  isArray,
  isNumber,
  isObject,
  isString,
  type JsonObject,
  type Pointer,
  token,
  valueAt,
} from '@workbench/json-text'
import { collectSubschemas, type SchemaDocument } from '../schema/collect-subschemas.ts'
import { DRAFT } from '../schema/keywords/core/schema-id.ts'
import { isSlowPattern } from '../schema/keywords/validation/pattern.ts'
import type { SchemaProblem } from '../schema/schema-error.ts'
import type { Contracts } from './contracts.ts'

/**
 * Checks the contract files of a directory, but not the built-in ones beside them, against the conventions of contracts: file name, `$id`, `$schema`, title,
 * closed objects, the members `schema` and `producedBy`, supported keywords, a description of every member, and patterns
 * that long texts can be checked against.
 */
export const lintContracts = (contracts: Contracts): SchemaProblem[] =>
  contracts.list().flatMap(({ id, file, directory, problems }) => {
    if (directory !== contracts.directory) return []
    // Problems of a file that this one refers to are reported for that file.
    if (problems.length > 0) return problems.filter((problem) => problem.file === file)
    const { schema } = contracts.get(id)
    if (!isObject(schema)) return []
    const document = collectSubschemas(file, schema, [])
    return [...lintRoot(schema, id, file), ...lintMembers(document, file), ...lintPatterns(document, file)]
  })

function lintRoot(schema: JsonObject, id: string, file: string): SchemaProblem[] {
  const required = isArray(schema['required']) ? schema['required'] : []
  const typeOfProducer = valueAt(schema, 'properties', 'producedBy', 'type')
  const rules: [boolean, Pointer, string][] = [
    [schema['$schema'] === DRAFT, '/$schema', `must be "${DRAFT}"`],
    [isString(schema['$id']), '/$id', `is required and must end with "${file}"`],
    [isString(schema['title']), '/title', 'is required: the name of the contract in a few words'],
    [isString(schema['description']), '/description', 'is required: the purpose of the artifact'],
    [schema['type'] === 'object', '/type', 'must be "object": every artifact is an object'],
    [valueAt(schema, 'properties', 'schema', 'const') === id, '/properties/schema/const', `must be "${id}"`],
    [typeOfProducer === 'string', '/properties/producedBy/type', 'must be "string"'],
    [required.includes('schema'), '/required', 'must list "schema"'],
    [required.includes('producedBy'), '/required', 'must list "producedBy"'],
    [isObject(schema['properties']), '/properties', 'must list the members'],
  ]
  return rules
    .filter(([isSatisfied]) => !isSatisfied)
    .map(([, pointer, message]) => problem(file, pointer, message))
}

/** Checks that objects with `properties` are closed and that every member has a description, once each. */
function lintMembers(document: SchemaDocument, file: string): SchemaProblem[] {
  const nodes = Array.from(document.values())
  const conditional = nodes.filter(({ schema }) => Object.hasOwn(schema, 'if'))
  /** Whether it is in an `if`, or in a `then` whose object describes the same value. */
  const isRestated = (pointer: Pointer): boolean =>
    conditional.some(
      ({ pointer: base }) =>
        isWithin(pointer, `${base}/if`) ||
        (isWithin(pointer, `${base}/then`) && document.has(base + pointer.slice(`${base}/then`.length))),
    )
  return nodes.flatMap(({ schema: { properties, additionalProperties }, pointer }) => {
    if (!isObject(properties)) return []
    const isOpen = additionalProperties !== false && !isRestated(pointer)
    const undescribed = Object.entries(properties)
      .filter(([, member]) => member !== false && !isDescribed(member))
      .map(([name]) => `${pointer}/properties${token(name)}`)
      .filter((at) => !isRestated(at))
    return [
      ...(isOpen ? [problem(file, `${pointer}/additionalProperties`, MUST_BE_CLOSED)] : []),
      ...undescribed.map((at) => problem(file, `${at}/description`, MUST_BE_DESCRIBED)),
    ]
  })
}

const MUST_BE_CLOSED = 'must be false if "properties" lists the members'
const MUST_BE_DESCRIBED = 'is required: the meaning of the member'

const isWithin = (pointer: Pointer, outer: Pointer): boolean => `${pointer}/`.startsWith(`${outer}/`)

/** Without `maxLength`, so many characters are expected at most. */
const LONG_TEXT = 100_000

function lintPatterns(document: SchemaDocument, file: string): SchemaProblem[] {
  return Array.from(document.values()).flatMap(({ schema: { pattern, maxLength }, pointer }) => {
    const length = isNumber(maxLength) ? maxLength : LONG_TEXT
    if (!isString(pattern) || !isSlowPattern(pattern, length)) return []
    const message = `can need too many steps for a text of ${length} characters, which is then rejected: use smaller counts, or a smaller "maxLength"`
    return [problem(file, `${pointer}/pattern`, message)]
  })
}

const isDescribed = (member: unknown): boolean =>
  isObject(member) && (isString(member['description']) || isString(member['$ref']))

const problem = (file: string, pointer: Pointer, message: string): SchemaProblem => {
  const keyword = pointer.slice(pointer.lastIndexOf('/') + 1)
  return { file, pointer, keyword, message: `"${keyword}" ${message}` }
}
