import { isValidFromRoot } from '../schema/evaluation/is-valid-from-root.ts'
import { isObject, isString, type Json, valueAt } from '@workbench/json-text'
import { compile, type SchemaSource } from '../schema/compile.ts'
import { type Field, fieldsOf } from '../messages/fields.ts'
import { templateOf } from '../schema/template.ts'
import { SchemaError, type SchemaProblem } from '../schema/schema-error.ts'
import type { ContractTypes } from '../types/contract-types.ts'
import { createValidator, type Validator, type ValidatorOptions } from '../validator/validator.ts'
import { spellingOf } from '../words/did-you-mean.ts'
import { UnknownContractError } from './errors.ts'
import type { Explain } from '../validator/validate-text.ts'
import { explainWrongContract } from './wrong-contract.ts'
import { contractFileName, contractIdOf, isContractId } from './contract-id.ts'

/** A named schema that validates artifacts. */
export interface Contract<T = unknown> extends Validator<T> {
  /** `<noun>.v<major>`, as in `finding.v1`. */
  readonly id: string
  readonly title: string | undefined
  readonly description: string | undefined
  /** The parsed contract file: JSON Schema 2020-12. */
  readonly schema: unknown
  /** The members that `properties` lists, in their order, each with a description of its constraints. */
  readonly fields: readonly Field[]
  /**
   * A valid artifact: `examples/<id>.json` beside the directory of the contracts, else a small one that is made from the
   * schema. Undefined if there is neither.
   */
  readonly example: Json | undefined
  /**
   * A small valid artifact that is made from the schema: the required members with placeholders, at most 1,000 characters
   * of JSON. Undefined if none was found.
   */
  readonly template: Json | undefined
}

/** A contract file, whether or not it can be used. */
export interface ContractEntry {
  readonly id: string
  readonly file: string
  /** Where the file is; `@workbench/contracts` if it comes from the module without files. */
  readonly directory: string
  readonly title: string | undefined
  /** Why the contract cannot be used; empty when it can. */
  readonly problems: readonly SchemaProblem[]
}

/**
 * The contracts of a directory, and the built-in ones that it does not hide by a contract of the same id. The directory is
 * listed once. A file is read and compiled when it is first used.
 */
export interface Contracts {
  /** The directory of one's own contracts; that of the built-in ones if there is no other. */
  readonly directory: string
  /** Whether all of them are the contracts inside the package. */
  readonly areBuiltIn: boolean
  /** The ids of all contract files with a valid name, sorted. */
  readonly ids: readonly string[]
  /** Those whose file is in `directory`. */
  readonly ownIds: readonly string[]
  /**
   * Returns the compiled contract.
   * @throws {UnknownContractError} if there is no such contract; the message lists the known ids.
   * @throws {SchemaError} if the file, or a file that it refers to, cannot be used.
   */
  readonly get: <Id extends string>(id: Id) => Contract<TypeOf<Id>>
  /** Returns every contract file with its problems. */
  readonly list: () => ContractEntry[]
  /**
   * Returns the spellings of the members that a contract describes, also if it cannot be used.
   * @internal
   */
  readonly membersOf: (id: string) => ReadonlySet<string>
}

/** The TypeScript type of a contract's artifacts; `unknown` for an id that {@link ContractTypes} does not have. */
export type TypeOf<Id extends string> = Id extends keyof ContractTypes ? ContractTypes[Id] : unknown

/** Where contracts come from. */
export interface ContractSource {
  readonly directory: string
  /** The names of the contract files, sorted. */
  readonly files: readonly string[]
  readonly read: (file: string) => SchemaSource
  /** A valid artifact that was written as an example of the contract. */
  readonly example: (id: string) => Json | undefined
}

/** The contracts of one's own, and the built-in ones whose files have other names. */
export function contractsOf(
  own: ContractSource,
  builtIn: ContractSource,
  options: ValidatorOptions = {},
): Contracts {
  const { directory } = own
  const sourceOf = new Map([builtIn, own].flatMap((source) => source.files.map((file) => [file, source])))
  const files = Array.from(sourceOf.keys()).sort()
  const idsIn = (names: readonly string[]) => names.map(contractIdOf).filter(isContractId)
  const ids = idsIn(files)
  const ownIds = idsIn(own.files)
  const places = ids.length === ownIds.length ? directory : `${directory} and the built-in ones`
  const sources = memoizedByName((file) => sourceOf.get(file)?.read(file))
  const contract = memoizedByName((id): Contract => {
    const source = sourceOf.get(contractFileName(id))
    const file = findSource(contractFileName(id))
    if (!source || !file) throw new UnknownContractError(id, ids, places)
    const explain: Explain = (value, found) => explainWrongContract(id, value, found, contracts)
    const node = compile(file, findSource)
    return {
      id,
      title: textIn(node.schema, 'title'),
      description: textIn(node.schema, 'description'),
      schema: node.schema,
      get fields() {
        return fieldsOf(node)
      },
      get example() {
        const written = source.example(id)
        return written !== undefined && isValidFromRoot(node.isValid, written) ? written : templateOf(node)
      },
      get template() {
        return templateOf(node)
      },
      ...createValidator(node, options, { explain, findSchema }),
    }
  })
  const membersOf = memoizedByName((id) => {
    const properties = valueAt(findSchema(contractFileName(id)), 'properties')
    return new Set(isObject(properties) ? Object.keys(properties).map(spellingOf) : [])
  })
  const contracts: Contracts = {
    directory,
    areBuiltIn: own === builtIn,
    ids,
    ownIds,
    get: <Id extends string>(id: Id) => contract(id) as Contract<TypeOf<Id>>,
    list: () =>
      files.map((file) => ({
        id: contractIdOf(file),
        file,
        directory: sourceOf.get(file)?.directory ?? directory,
        title: textIn(findSchema(file), 'title'),
        problems: problems(contractIdOf(file)),
      })),
    membersOf,
  }
  return contracts

  function findSource(name: string): SchemaSource | undefined {
    return sourceOf.has(name) ? sources(name) : undefined
  }

  function findSchema(name: string): unknown {
    const source = findSource(name)
    return source && 'schema' in source ? source.schema : undefined
  }

  function problems(id: string): readonly SchemaProblem[] {
    try {
      contract(id)
      return []
    } catch (error) {
      if (error instanceof SchemaError) return error.problems
      throw error
    }
  }
}

function textIn(schema: unknown, name: string): string | undefined {
  const text = valueAt(schema, name)
  return isString(text) ? text : undefined
}

function memoizedByName<Value>(make: (name: string) => Value): (name: string) => Value {
  const made = new Map<string, Value>()
  return (name) => {
    const value = made.get(name) ?? make(name)
    made.set(name, value)
    return value
  }
}
