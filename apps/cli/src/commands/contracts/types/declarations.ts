import { type Contracts, isObject } from '@workbench/contracts'
import { parseReference, segments } from '@workbench/contracts/internal'

import { declare } from './type-text.ts'

/** By this, a file is recognized as one that was made from contracts. */
export const NOTE = 'Made from the contract files by `workbench contracts types`; edit those instead.'

const LIBRARY = "'@workbench/contracts'"

/**
 * TypeScript declarations of the contracts in the directory: a type for each, and for each schema in a file that a `$ref`
 * refers to, and the augmentation of the library's `ContractTypes`.
 * @param hiding the ids of those that hide a built-in contract. TypeScript does not allow to change the type of a member.
 * @throws {SchemaError} if a contract cannot be used.
 */
export function declarationsOf(contracts: Contracts, hiding: readonly string[]): string {
  const { ids, ownIds, get } = contracts
  const used = new Set(ids.map((id) => pascalCase([id])))
  const imports = new Set<string>()
  // The name of each contract, and of each schema that a `$ref` refers to, by `<id>#<pointer>`.
  const declared = new Map(ownIds.map((id) => [`${id}#`, pascalCase([id])]))
  const parts: string[] = []
  // The iteration of a map includes what is added during it.
  for (const [key, name] of declared) {
    const [id = '', pointer = ''] = key.split(/#(.*)/s)
    parts.push(declare(name, schemaAt(get<string>(id).schema, pointer), (ref) => nameOf(ref, id)))
  }
  // Without an import, TypeScript does not find the module of the augmentation.
  const imported = [...imports].sort().map((name) => ` ${name}`)
  parts.unshift(`import type {${imported.join(',')} } from ${LIBRARY}\n`)
  const members = ownIds
    .filter((id) => !hiding.includes(id))
    .map((id) => `    '${id}': ${pascalCase([id])}\n`)
  if (members.length > 0)
    parts.push(`declare module ${LIBRARY} {\n  interface ContractTypes {\n${members.join('')}  }\n}\n`)
  return [`/* eslint-disable */\n// ${NOTE}\n`, ...parts].join('\n')

  /** The name of the type that a `$ref` refers to, which is declared or imported. */
  function nameOf(reference: string, from: string): string {
    const { name: file, pointer } = parseReference(reference) ?? { name: '', pointer: '' }
    const id = file === '' ? from : file.replace(/\.schema\.json$/, '')
    const key = `${id}#${pointer}`
    const known = declared.get(key)
    if (known !== undefined) return known
    const words = segments(pointer).filter((segment) => segment !== '$defs' && segment !== 'properties')
    const name = pascalCase([id, ...words])
    let unique = name
    for (let count = 2; pointer !== '' && used.has(unique); count++) unique = `${name}_${count}`
    if (pointer === '') imports.add(name)
    else declared.set(key, unique)
    used.add(unique)
    return unique
  }
}

/** `TicketV1` for `ticket.v1`. A word that starts with a digit is separated, so that no two contracts have one name. */
const pascalCase = (texts: readonly string[]): string =>
  texts
    .flatMap((text) => text.split(/[^A-Za-z0-9]+/))
    .map((word) => word.replace(/^\d/, '_$&').replace(/^[a-z]/, (letter) => letter.toUpperCase()))
    .join('')

/** The schema at a pointer that was checked when the contract was compiled. */
const schemaAt = (schema: unknown, pointer: string): unknown =>
  segments(pointer).reduce((value, name) => (isObject(value) ? value[name] : undefined), schema)
