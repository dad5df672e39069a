import { escapeText, isObject } from '@workbench/contracts'
import { stringifyEscaped } from '@workbench/contracts/internal'

/** The name of the type that a `$ref` refers to. */
type NameOf = (reference: string) => string

/**
 * The declaration of a type that accepts all values that a schema accepts. It accepts more where TypeScript has no type, for
 * example for a pattern or a limit.
 */
export function declare(name: string, schema: unknown, nameOf: NameOf): string {
  const type = typeOf(schema, nameOf, '')
  const isObjectType =
    isObject(schema) && schema['type'] === 'object' && !['$ref', 'const', 'enum'].some((key) => key in schema)
  return `${commentOn(schema, '')}export ${isObjectType ? `interface ${name}` : `type ${name} =`} ${type}\n`
}

function typeOf(schema: unknown, nameOf: NameOf, indentation: string): string {
  if (schema === false) return 'never'
  if (!isObject(schema)) return 'unknown'
  const { $ref, type, enum: values } = schema
  const own = () => {
    if ('const' in schema) return literal(schema['const'])
    if (Array.isArray(values)) return union(values.map(literal))
    const types: unknown[] = Array.isArray(type) ? type : [type]
    return union(types.map((each) => typeNamed(each, schema, nameOf, indentation)))
  }
  const all = [typeof $ref === 'string' ? nameOf($ref) : 'unknown', own()]
  const parts = all.filter((part) => part !== 'unknown')
  return parts.length > 1 ? parts.map(grouped).join(' & ') : (parts[0] ?? 'unknown')
}

function typeNamed(type: unknown, schema: Schema, nameOf: NameOf, indentation: string): string {
  if (type === 'object') return objectType(schema, nameOf, indentation)
  if (type === 'array') return `${grouped(typeOf(schema['items'], nameOf, indentation))}[]`
  if (type === 'integer') return 'number'
  return typeof type === 'string' ? type : 'unknown'
}

type Schema = Readonly<Record<string, unknown>>

function objectType(schema: Schema, nameOf: NameOf, indentation: string): string {
  const { properties, required, additionalProperties: others } = schema
  const members = new Map(isObject(properties) ? Object.entries(properties) : [])
  const isRequired = new Set<unknown>(Array.isArray(required) ? required : [])
  const inner = `${indentation}  `
  const lines = Array.from(members, ([name, member]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name)
    const type = typeOf(member, nameOf, inner)
    return `${commentOn(member, inner)}${inner}${key}${isRequired.has(name) ? '' : '?'}: ${type}\n`
  })
  // The types of the listed members need not be those of the others.
  const otherType = members.size === 0 ? typeOf(others, nameOf, inner) : 'unknown'
  if (others !== false) lines.push(`${inner}[name: string]: ${otherType}\n`)
  return lines.length === 0 ? '{}' : `{\n${lines.join('')}${indentation}}`
}

/** The type of one JSON value; `unknown` for an object, an array, and a number beyond the range. */
const literal = (value: unknown): string =>
  Object(value) === value || Math.abs(Number(value)) === Infinity ? 'unknown' : stringifyEscaped(value)

const union = (types: readonly string[]): string =>
  types.includes('unknown') ? 'unknown' : [...new Set(types)].join(' | ')

const grouped = (type: string): string => (/^\w+(?:\[\])*$/.test(type) ? type : `(${type})`)

/** The description of a schema as a comment on one line, which it cannot end. */
function commentOn(schema: unknown, indentation: string): string {
  const description = isObject(schema) ? schema['description'] : undefined
  if (typeof description !== 'string' || description === '') return ''
  const text = escapeText(description.replaceAll(/\s+/g, ' '))
  return `${indentation}/** ${text.replaceAll('*/', '*\\/')} */\n`
}
