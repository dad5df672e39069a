import { isObject, type Json } from '../json.ts'
import { token } from '../pointer.ts'
import type { Node } from '../schema/rule.ts'
import { count, inShort, listed, quoted } from '../report/words.ts'
import { differentValue } from './different-value.ts'
import type { Finding } from './finding.ts'
import type { Inclusion } from './inclusion.ts'
import { fractionIn, numberAbove, numberBelow } from './numbers.ts'
import { stringLongerThan, stringThatMisses } from './strings.ts'
import { has, namesIn, type Term, type Type, TYPES } from './term.ts'
import type { Witness } from './witness.ts'

/** Finds the values of a term, none of them listed, that one keyword of a schema refuses. */
export type Check = (term: Term, node: Node, inclusion: Inclusion) => readonly Finding[]

/** What every keyword that asks something of a value means for a schema that has to accept a whole term. */
export const checks: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['type', type],
  ['const', (term, node, inclusion) => listedValues(term, node, 'const', [node.schema['const']], inclusion)],
  [
    'enum',
    (term, node, inclusion) => listedValues(term, node, 'enum', node.schema['enum'] as unknown[], inclusion),
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
  ['$ref', (term, node, inclusion) => (node.reference ? inclusion.findings(term, node.reference) : [])],
  ['if', conditional],
])

const PHRASES: Record<Type, string> = {
  null: 'null',
  boolean: 'true or false',
  number: 'a number',
  string: 'a string',
  array: 'an array',
  object: 'an object',
}

function type(term: Term, node: Node, inclusion: Inclusion): Finding[] {
  const names = namesIn(node.schema['type'])
  return TYPES.filter((name) => term.allows(name) && !names.includes(name)).flatMap((name) => {
    const isNarrowed = name === 'number' && names.includes('integer')
    const witness = isNarrowed ? fractionIn(term) : inclusion.witnesses.ofType(term, name)
    const message = `${isNarrowed ? 'a number that is no integer' : PHRASES[name]} is no longer allowed`
    return inclusion.finding(witness, about(term, node, 'type', message))
  })
}

function listedValues(
  term: Term,
  node: Node,
  keyword: string,
  allowed: readonly unknown[],
  inclusion: Inclusion,
): Finding[] {
  const witness = differentValue(term, allowed, inclusion)
  const example = typeof witness === 'string' ? '' : `; ${JSON.stringify(inShort(witness.value))} is not`
  return inclusion.finding(
    witness,
    about(term, node, keyword, `only ${listed(allowed, 'and')} is allowed now${example}`),
  )
}

function maxLength(term: Term, node: Node, inclusion: Inclusion): Finding[] {
  if (!concerns(term, node, 'string')) return []
  const limit = node.schema['maxLength'] as number
  const message = `at most ${count(limit, 'character')} now, ${before(term.maxLength)}`
  return inclusion.finding(
    stringLongerThan(term, inclusion.sampleStrings, limit),
    about(term, node, 'maxLength', message),
  )
}

function pattern(term: Term, node: Node, inclusion: Inclusion): Finding[] {
  if (!concerns(term, node, 'string')) return []
  const source = node.schema['pattern'] as string
  const witness = stringThatMisses(term, inclusion.sampleStrings, source)
  const known = term.patterns.length > 0 ? `, ${listed(term.patterns, 'and')} before` : ''
  const doubt = witness === 'unknown' ? '; whether it refuses a text that was allowed cannot be told' : ''
  return inclusion.finding(
    witness,
    about(term, node, 'pattern', `has to match ${source} now${known}${doubt}`),
  )
}

function minimum(term: Term, node: Node, inclusion: Inclusion): Finding[] {
  if (!concerns(term, node, 'number')) return []
  const limit = node.schema['minimum'] as number
  const message = `at least ${limit} now, ${before(term.minimum)}`
  return inclusion.finding(numberBelow(term, limit), about(term, node, 'minimum', message))
}

function maximum(term: Term, node: Node, inclusion: Inclusion): Finding[] {
  if (!concerns(term, node, 'number')) return []
  const limit = node.schema['maximum'] as number
  const message = `at most ${limit} now, ${before(term.maximum)}`
  return inclusion.finding(numberAbove(term, limit), about(term, node, 'maximum', message))
}

function minItems(term: Term, node: Node, inclusion: Inclusion): Finding[] {
  const limit = node.schema['minItems'] as number
  if (!concerns(term, node, 'array') || term.minItems >= limit) return []
  const witness = inclusion.witnesses.arrayOf(term, term.minItems)
  return inclusion.finding(
    witness,
    about(term, node, 'minItems', `at least ${count(limit, 'item')} now, ${term.minItems} before`),
  )
}

function required(term: Term, node: Node, inclusion: Inclusion): Finding[] {
  if (!concerns(term, node, 'object') || inclusion.witnesses.ofType(term, 'object') === 'none') return []
  const names = (node.schema['required'] as string[]).filter((name) => !term.required.has(name))
  return names.flatMap((name) => {
    const { path, ...rest } = about(term, node, 'required', `member ${quoted(name)} is required now`)
    return inclusion.finding(inclusion.witnesses.objectWith(term, {}, name), {
      ...rest,
      path: path + token(name),
    })
  })
}

function properties(term: Term, node: Node, inclusion: Inclusion): Finding[] {
  if (!concerns(term, node, 'object') || inclusion.witnesses.ofType(term, 'object') === 'none') return []
  const members = node.schema['properties'] as Readonly<Record<string, unknown>>
  return Object.keys(members).flatMap((name) => {
    const schema = members[name] === false ? false : node.subschema('properties', name)
    return member(term, node, name, 'properties', schema, inclusion)
  })
}

function additionalProperties(term: Term, node: Node, inclusion: Inclusion): Finding[] {
  if (!concerns(term, node, 'object') || inclusion.witnesses.ofType(term, 'object') === 'none') return []
  const members = node.schema['properties']
  const listed = new Set(isObject(members) ? Object.keys(members) : [])
  const others = [...term.names].filter((name) => !listed.has(name))
  const schema =
    node.schema['additionalProperties'] === false ? false : node.subschema('additionalProperties')
  return [...others, newName(new Set([...term.names, ...listed]))].flatMap((name) =>
    member(term, node, name, 'additionalProperties', schema, inclusion),
  )
}

/** A member name that neither side lists. */
function newName(names: ReadonlySet<string>): string {
  let name = 'other'
  while (names.has(name)) name += '_'
  return name
}

/** What becomes of one member of the term's objects. */
function member(
  term: Term,
  node: Node,
  name: string,
  keyword: string,
  schema: Node | false | undefined,
  inclusion: Inclusion,
): Finding[] {
  const allowed = term.member(name)
  if (!allowed || schema === undefined) return []
  const findings =
    schema === false
      ? inclusion.finding(
          inclusion.witnesses.of(allowed),
          about(term, node, keyword, `member ${quoted(name)} is no longer allowed`),
        )
      : inclusion.findings(allowed, schema)
  return findings.flatMap((finding) =>
    lifted(finding, token(name), inclusion, (value) =>
      inclusion.witnesses.objectWith(term, { [name]: value }),
    ),
  )
}

function items(term: Term, node: Node, inclusion: Inclusion): Finding[] {
  const schema = node.subschema('items')
  if (!schema || !concerns(term, node, 'array')) return []
  return inclusion
    .findings(term.items, schema)
    .flatMap((finding) =>
      lifted(finding, '/0', inclusion, (value) =>
        inclusion.witnesses.arrayWith(term, value, Math.max(1, term.minItems)),
      ),
    )
}

function conditional(term: Term, node: Node, inclusion: Inclusion): readonly Finding[] {
  const [condition, consequence] = [node.subschema('if'), node.subschema('then')]
  return condition && consequence ? inclusion.findings(term.assuming(condition), consequence) : []
}

/** A finding about a part, as one about the whole that holds it; none where no whole can hold it. */
function lifted(
  { value, path, ...rest }: Finding,
  step: string,
  inclusion: Inclusion,
  embed: (value: Json) => Witness,
): Finding[] {
  return inclusion.finding(value === undefined ? 'unknown' : embed(value), { ...rest, path: step + path })
}

/** Whether a schema that does not refuse the type as a whole has something to say about the term's values of it. */
function concerns(term: Term, { schema }: Node, name: Type): boolean {
  const names = has(schema, 'type') ? namesIn(schema['type']) : [name]
  return term.allows(name) && (names.includes(name) || (name === 'number' && names.includes('integer')))
}

const about = (term: Term, node: Node, keyword: string, message: string) => ({
  path: '',
  message,
  before: term.placeOf(keyword),
  after: `${node.file}#${node.pointer}${token(keyword)}`,
})

const before = (limit: number): string => (Number.isFinite(limit) ? `${limit} before` : 'any before')
