import { isString, type JsonObject } from '@workbench/json-text'
import { suggesterOf } from '../corrections/allowed-value.ts'
import { spellingOf } from '../words/did-you-mean.ts'
import { CONTRACT_FILE_EXTENSION, contractIdOf } from './contract-id.ts'
import { contractOfMembers, distinctiveMembers, type KnownContracts } from './contract-of-members.ts'

/** The contract that an unknown `schema` certainly means: misspelt, in the plural, without its version, or the name of its file. */
export function contractNamedBy(schema: string, ids: readonly string[]): string | undefined {
  const suggestion = suggesterOf(ids).suggest(schema)
  if (suggestion?.isCertain) return suggestion.word
  const name = schema.endsWith(CONTRACT_FILE_EXTENSION) ? contractIdOf(schema) : schema
  const singular = name.replace(/s(?=\.v\d+$)/, '')
  const named = ids.filter((id) => id === name || id === singular || nameOf(id) === name)
  return named.length === 1 ? named[0] : undefined
}

/** The versions of a contract that exist, if a `schema` names another one of it. */
export const existingVersions = (schema: string, ids: readonly string[]): readonly string[] =>
  /\.v\d+$/.test(schema) ? ids.filter((id) => nameOf(id) === nameOf(schema)) : []

const nameOf = (id: string): string => id.slice(0, id.lastIndexOf('.v'))

/** The only member that has the id of a contract in place of `schema`, unless the other members are of another contract. */
export function memberInPlaceOfSchema(
  artifact: JsonObject,
  known: KnownContracts,
): { readonly name: string; readonly id: string } | undefined {
  if (Object.hasOwn(artifact, 'schema')) return undefined
  const { ids, membersOf } = known
  const named = Object.keys(artifact).flatMap((name) => {
    const id = IN_PLACE_OF_SCHEMA.has(spellingOf(name)) ? artifact[name] : undefined
    return isString(id) && ids.includes(id) && !membersOf(id).has(name) ? [{ name, id }] : []
  })
  const [only, another] = named
  if (!only || another) return undefined
  const { [only.name]: _, ...others } = artifact
  const fitting = contractOfMembers(distinctiveMembers(others), known)
  return fitting === undefined || fitting === only.id ? only : undefined
}

/** Spellings of the names under which an artifact has the id of its contract by mistake. */
const IN_PLACE_OF_SCHEMA = new Set(['schema', '$schema', 'type'])
