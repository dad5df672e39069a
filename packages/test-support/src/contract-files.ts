import { readdirSync, readFileSync } from 'node:fs'

const ENDING = '.schema.json'
const schemas = new URL('../../../schemas/', import.meta.url)

/** A contract file or a subschema of it. */
export type Schema = Readonly<Record<string, unknown>>

/** The contract files by name, parsed without the library. */
export const schemaFiles: ReadonlyMap<string, Schema> = new Map(
  readdirSync(schemas)
    .filter((file) => file.endsWith(ENDING))
    .sort()
    .map((file) => [file, JSON.parse(readFileSync(new URL(file, schemas), 'utf8')) as Schema]),
)

export const ids: readonly string[] = [...schemaFiles.keys()].map((file) => file.slice(0, -ENDING.length))

export const schemaOf = (id: string): Schema => {
  const schema = schemaFiles.get(id + ENDING)
  if (!schema) throw new Error(`No contract file for ${id}`)
  return schema
}

/** Resolves a `$ref` of a contract file. */
export function resolve(reference: string, file: string): { readonly schema: Schema; readonly file: string } {
  const [name = '', pointer = ''] = reference.split('#')
  const target = name === '' ? file : name
  const schema = pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((at, segment) => (at as Schema)[segment], schemaFiles.get(target))
  return { schema: schema as Schema, file: target }
}
