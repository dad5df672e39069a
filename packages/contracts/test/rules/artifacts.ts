import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { openContracts } from '@workbench/contracts'

const ENDING = '.schema.json'
const schemas = new URL('../../../../schemas/', import.meta.url)
const examples = new URL('../../../../docs/examples/valid/', import.meta.url)

const read = (url: URL): unknown => JSON.parse(readFileSync(url, 'utf8'))

/** A contract file or a subschema of it. */
export type Schema = Readonly<Record<string, unknown>>

/** The contract files by name, parsed without the library. */
export const schemaFiles: ReadonlyMap<string, Schema> = new Map(
  readdirSync(schemas)
    .filter((file) => file.endsWith(ENDING))
    .sort()
    .map((file) => [file, read(new URL(file, schemas)) as Schema]),
)

export const ids: readonly string[] = [...schemaFiles.keys()].map((file) => file.slice(0, -ENDING.length))

export const schemaOf = (id: string): Schema => {
  const schema = schemaFiles.get(id + ENDING)
  if (!schema) throw new Error(`No contract file for ${id}`)
  return schema
}

/** The valid example of a contract, which tests edit. */
export const baseArtifact = (id: string): unknown => read(new URL(`${id}.json`, examples))

/** The contracts of this repository. */
export const contracts = openContracts({ directory: fileURLToPath(schemas) })

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
