import { escapeText, quote } from '@workbench/json-text'
import { describeFsError } from '../errors/describe-fs-error.ts'
import { suggest } from '../words/did-you-mean.ts'
import { SharedError } from '../errors/shared-error.ts'

/** No contract has the requested id. */
export class UnknownContractError extends SharedError {
  override readonly name = 'UnknownContractError'
  readonly id: string
  /** The ids of the contracts. */
  readonly known: readonly string[]
  /** The most similar of the known ids, if one is similar. */
  readonly suggestion: string | undefined

  constructor(id: string, known: readonly string[], places: string) {
    const suggestion = suggest(id, known)
    const names = `contracts in ${escapeText(places)} are ${known.join(', ')}`
    const advice =
      suggestion === undefined ? `the ${names}` : `did you mean ${quote(suggestion)}? The ${names}`
    super(`Unknown contract ${quote(id)}: ${advice}`)
    this.id = id
    this.known = known
    this.suggestion = suggestion
  }
}

/** The schema directory cannot be listed. */
export class ContractDirectoryError extends SharedError {
  override readonly name = 'ContractDirectoryError'

  constructor(directory: string, cause: unknown) {
    super(
      `Cannot list the contracts in ${escapeText(directory)}: ${describeFsError(cause, 'list')}; specify a directory of *.schema.json files`,
      { cause },
    )
  }
}
