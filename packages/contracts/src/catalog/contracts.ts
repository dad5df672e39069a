import { isObject, isString, type Json } from '../json.ts'
import { compile, type SchemaSource } from '../schema/compile.ts'
import { isValidFromRoot } from '../schema/evaluation/limits.ts'
import { type Field, fieldsOf } from '../schema/fields.ts'
import { templateOf } from '../schema/template.ts'
import { SchemaError, type SchemaProblem } from '../schema/schema-error.ts'
import type { ContractTypes } from '../types/contract-types.ts'
import { createValidator, type Validator, type ValidatorOptions } from '../validator/validator.ts'
import { spellingOf } from '../violations/did-you-mean.ts'
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

/** A contract file of the directory, whether or not it can be used. */
export interface ContractEntry {
  readonly id: string
  readonly file: string
  readonly title: string | undefined
  /** Why the contract cannot be used; empty when it can. */
  readonly problems: readonly SchemaProblem[]
}

/** The contracts of one directory, listed once. A file is read and compiled when it is first used. */
export interface Contracts {
  /** The directory of the files; `@workbench/contracts` if the contracts come from the module without files. */
  readonly directory: string
  /** Whether these are the contracts inside the package. */
  readonly areBuiltIn: boolean
  /** The ids of the contracts inside the package that the directory does not have. */
  readonly missingBuiltIn: () => string[]
  /** The ids of all contract files with a valid name, sorted. */
  readonly ids: readonly string[]
  /**
   * Returns the compiled contract.
   * @throws {UnknownContractError} if the directory has no such contract; the message lists the known ids.
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

/** The TypeScript type of a contract's artifacts; `unknown` for an id that is not one of the packaged contracts. */
export type TypeOf<Id extends string> = Id extends keyof ContractTypes ? ContractTypes[Id] : unknown

/** Where contracts come from. */
export interface ContractSource extends Pick<Contracts, 'directory' | 'areBuiltIn' | 'missingBuiltIn'> {
  /** The names of the contract files, sorted. */
  readonly files: readonly string[]
  readonly read: (file: string) => SchemaSource
  /** A valid artifact that was written as an example of the contract. */
  readonly example: (id: string) => Json | undefined
}

/** The contracts of a source. */
export function contractsOf(source: ContractSource, options: ValidatorOptions = {}): Contracts {
  const { directory, areBuiltIn, files } = source
  const ids = files.map(contractIdOf).filter(isContractId)
  const sources = memoizedByName(source.read)
  const contract = memoizedByName((id): Contract => {
    if (!files.includes(contractFileName(id)))
      throw new UnknownContractError(id, ids, directory, source.missingBuiltIn().includes(id))
    const explain: Explain = (value, found) => explainWrongContract(id, value, found, contracts)
    const node = compile(sources(contractFileName(id)), findSource)
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
    const properties = memberOf(findSchema(contractFileName(id)), 'properties')
    return new Set(isObject(properties) ? Object.keys(properties).map(spellingOf) : [])
  })
  const contracts: Contracts = {
    directory,
    areBuiltIn,
    missingBuiltIn: source.missingBuiltIn,
    ids,
    get: <Id extends string>(id: Id) => contract(id) as Contract<TypeOf<Id>>,
    list: () =>
      files.map((file) => ({
        id: contractIdOf(file),
        file,
        title: textIn(findSchema(file), 'title'),
        problems: problems(contractIdOf(file)),
      })),
    membersOf,
  }
  return contracts

  function findSource(name: string): SchemaSource | undefined {
    return files.includes(name) ? sources(name) : undefined
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

const memberOf = (schema: unknown, name: string): unknown => (isObject(schema) ? schema[name] : undefined)

function textIn(schema: unknown, name: string): string | undefined {
  const text = memberOf(schema, name)
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
