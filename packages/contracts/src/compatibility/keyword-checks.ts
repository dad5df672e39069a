import { isObject, type Json } from '../json.ts'
import { token } from '../pointer.ts'
import type { Node } from '../schema/rule.ts'
import { count, inShort, listed, quoted } from '../report/words.ts'
import { unlistedExample } from './unlisted-example.ts'
import type { Incompatibility } from './incompatibility.ts'
import type { ContainmentChecker } from './containment.ts'
import { anyFraction, numberAbove, numberBelow } from './number-examples.ts'
import { stringLongerThan, stringNotMatching } from './string-examples.ts'
import { hasKeyword, typeNames, type Conjunction, type JsonType, JSON_TYPES } from './conjunction.ts'
import type { Example } from './examples.ts'

/** Finds the values of a conjunction, none of them listed, that one keyword of a schema refuses. */
export type KeywordCheck = (
  conjunction: Conjunction,
  node: Node,
  checker: ContainmentChecker,
) => readonly Incompatibility[]

/** What every keyword that asks something of a value means for a schema that has to accept a whole conjunction. */
export const keywordChecks: ReadonlyMap<string, KeywordCheck> = new Map<string, KeywordCheck>([
  ['type', type],
  [
    'const',
    (conjunction, node, checker) => listedValues(conjunction, node, 'const', [node.schema['const']], checker),
  ],
  [
    'enum',
    (conjunction, node, checker) =>
      listedValues(conjunction, node, 'enum', node.schema['enum'] as unknown[], checker),
  ],
  ['maxLength', maxLength],
  ['pattern', pattern],
  ['minimum', minimum],
  ['maximum', maximum],
  ['minItems', minItems],
  ['required', required],
  ['properties', properties],
  ['additionalProperties', additionalProperties],
  ['items', items],
  [
    '$ref',
    (conjunction, node, checker) =>
      node.reference ? checker.incompatibilities(conjunction, node.reference) : [],
  ],
  ['if', conditional],
])

const PHRASES: Record<JsonType, string> = {
  null: 'null',
  boolean: 'true or false',
  number: 'a number',
  string: 'a string',
  array: 'an array',
  object: 'an object',
}

function type(conjunction: Conjunction, node: Node, checker: ContainmentChecker): Incompatibility[] {
  const names = typeNames(node.schema['type'])
  return JSON_TYPES.filter((name) => conjunction.allowsType(name) && !names.includes(name)).flatMap(
    (name) => {
      const isNarrowed = name === 'number' && names.includes('integer')
      const example = isNarrowed ? anyFraction(conjunction) : checker.examples.ofType(conjunction, name)
      const message = `${isNarrowed ? 'a number that is no integer' : PHRASES[name]} is no longer allowed`
      return checker.incompatibility(example, about(conjunction, node, 'type', message))
    },
  )
}

function listedValues(
  conjunction: Conjunction,
  node: Node,
  keyword: string,
  allowed: readonly unknown[],
  checker: ContainmentChecker,
): Incompatibility[] {
  const example = unlistedExample(conjunction, allowed, checker)
  const counterexample =
    typeof example === 'string' ? '' : `; ${JSON.stringify(inShort(example.value))} is not`
  return checker.incompatibility(
    example,
    about(conjunction, node, keyword, `only ${listed(allowed, 'and')} is allowed now${counterexample}`),
  )
}

function maxLength(conjunction: Conjunction, node: Node, checker: ContainmentChecker): Incompatibility[] {
  if (!concerns(conjunction, node, 'string')) return []
  const limit = node.schema['maxLength'] as number
  const message = `at most ${count(limit, 'character')} now, ${before(conjunction.maxLength)}`
  return checker.incompatibility(
    stringLongerThan(conjunction, checker.sampleStrings, limit),
    about(conjunction, node, 'maxLength', message),
  )
}

function pattern(conjunction: Conjunction, node: Node, checker: ContainmentChecker): Incompatibility[] {
  if (!concerns(conjunction, node, 'string')) return []
  const source = node.schema['pattern'] as string
  const example = stringNotMatching(conjunction, checker.sampleStrings, source)
  const known = conjunction.patterns.length > 0 ? `, ${listed(conjunction.patterns, 'and')} before` : ''
  const doubt = example === 'unknown' ? '; whether it refuses a text that was allowed cannot be told' : ''
  return checker.incompatibility(
    example,
    about(conjunction, node, 'pattern', `has to match ${source} now${known}${doubt}`),
  )
}

function minimum(conjunction: Conjunction, node: Node, checker: ContainmentChecker): Incompatibility[] {
  if (!concerns(conjunction, node, 'number')) return []
  const limit = node.schema['minimum'] as number
  const message = `at least ${limit} now, ${before(conjunction.minimum)}`
  return checker.incompatibility(
    numberBelow(conjunction, limit),
    about(conjunction, node, 'minimum', message),
  )
}

function maximum(conjunction: Conjunction, node: Node, checker: ContainmentChecker): Incompatibility[] {
  if (!concerns(conjunction, node, 'number')) return []
  const limit = node.schema['maximum'] as number
  const message = `at most ${limit} now, ${before(conjunction.maximum)}`
  return checker.incompatibility(
    numberAbove(conjunction, limit),
    about(conjunction, node, 'maximum', message),
  )
}

function minItems(conjunction: Conjunction, node: Node, checker: ContainmentChecker): Incompatibility[] {
  const limit = node.schema['minItems'] as number
  if (!concerns(conjunction, node, 'array') || conjunction.minItems >= limit) return []
  const example = checker.examples.arrayOf(conjunction, conjunction.minItems)
  return checker.incompatibility(
    example,
    about(
      conjunction,
      node,
      'minItems',
      `at least ${count(limit, 'item')} now, ${conjunction.minItems} before`,
    ),
  )
}

function required(conjunction: Conjunction, node: Node, checker: ContainmentChecker): Incompatibility[] {
  if (!concerns(conjunction, node, 'object') || checker.examples.ofType(conjunction, 'object') === 'none')
    return []
  const names = (node.schema['required'] as string[]).filter((name) => !conjunction.required.has(name))
  return names.flatMap((name) => {
    const { path, ...rest } = about(conjunction, node, 'required', `member ${quoted(name)} is required now`)
    return checker.incompatibility(checker.examples.objectWith(conjunction, {}, name), {
      ...rest,
      path: path + token(name),
    })
  })
}

function properties(conjunction: Conjunction, node: Node, checker: ContainmentChecker): Incompatibility[] {
  if (!concerns(conjunction, node, 'object') || checker.examples.ofType(conjunction, 'object') === 'none')
    return []
  const members = node.schema['properties'] as Readonly<Record<string, unknown>>
  return Object.keys(members).flatMap((name) => {
    const schema = members[name] === false ? false : node.subschema('properties', name)
    return member(conjunction, node, name, 'properties', schema, checker)
  })
}

function additionalProperties(
  conjunction: Conjunction,
  node: Node,
  checker: ContainmentChecker,
): Incompatibility[] {
  if (!concerns(conjunction, node, 'object') || checker.examples.ofType(conjunction, 'object') === 'none')
    return []
  const members = node.schema['properties']
  const listed = new Set(isObject(members) ? Object.keys(members) : [])
  const others = [...conjunction.memberNames].filter((name) => !listed.has(name))
  const schema =
    node.schema['additionalProperties'] === false ? false : node.subschema('additionalProperties')
  return [...others, newName(new Set([...conjunction.memberNames, ...listed]))].flatMap((name) =>
    member(conjunction, node, name, 'additionalProperties', schema, checker),
  )
}

/** A member name that neither side lists. */
function newName(names: ReadonlySet<string>): string {
  let name = 'other'
  while (names.has(name)) name += '_'
  return name
}

/** What becomes of one member of the conjunction's objects. */
function member(
  conjunction: Conjunction,
  node: Node,
  name: string,
  keyword: string,
  schema: Node | false | undefined,
  checker: ContainmentChecker,
): Incompatibility[] {
  const allowed = conjunction.member(name)
  if (!allowed || schema === undefined) return []
  const incompatibilities =
    schema === false
      ? checker.incompatibility(
          checker.examples.of(allowed),
          about(conjunction, node, keyword, `member ${quoted(name)} is no longer allowed`),
        )
      : checker.incompatibilities(allowed, schema)
  return incompatibilities.flatMap((incompatibility) =>
    lifted(incompatibility, token(name), checker, (value) =>
      checker.examples.objectWith(conjunction, { [name]: value }),
    ),
  )
}

function items(conjunction: Conjunction, node: Node, checker: ContainmentChecker): Incompatibility[] {
  const schema = node.subschema('items')
  if (!schema || !concerns(conjunction, node, 'array')) return []
  return checker
    .incompatibilities(conjunction.items, schema)
    .flatMap((incompatibility) =>
      lifted(incompatibility, '/0', checker, (value) =>
        checker.examples.arrayWith(conjunction, value, Math.max(1, conjunction.minItems)),
      ),
    )
}

function conditional(
  conjunction: Conjunction,
  node: Node,
  checker: ContainmentChecker,
): readonly Incompatibility[] {
  const [condition, consequence] = [node.subschema('if'), node.subschema('then')]
  return condition && consequence
    ? checker.incompatibilities(conjunction.assuming(condition), consequence)
    : []
}

/** A incompatibility about a part, as one about the whole that holds it; none where no whole can hold it. */
function lifted(
  { value, path, ...rest }: Incompatibility,
  step: string,
  checker: ContainmentChecker,
  embed: (value: Json) => Example,
): Incompatibility[] {
  return checker.incompatibility(value === undefined ? 'unknown' : embed(value), {
    ...rest,
    path: step + path,
  })
}

/** Whether a schema that does not refuse the type as a whole has something to say about the conjunction's values of it. */
function concerns(conjunction: Conjunction, { schema }: Node, name: JsonType): boolean {
  const names = hasKeyword(schema, 'type') ? typeNames(schema['type']) : [name]
  return (
    conjunction.allowsType(name) && (names.includes(name) || (name === 'number' && names.includes('integer')))
  )
}

const about = (conjunction: Conjunction, node: Node, keyword: string, message: string) => ({
  path: '',
  message,
  before: conjunction.schemaPathOf(keyword),
  after: `${node.file}#${node.pointer}${token(keyword)}`,
})

const before = (limit: number): string => (Number.isFinite(limit) ? `${limit} before` : 'any before')
