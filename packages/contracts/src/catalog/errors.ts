import { reasonOf } from '../files/reason-of.ts'
import { nearest } from '../report/nearest.ts'

/** No contract has the id that was asked for. */
export class UnknownContractError extends Error {
  override readonly name = 'UnknownContractError'
  readonly id: string
  /** The ids that there are. */
  readonly known: readonly string[]

  constructor(id: string, known: readonly string[], directory: string) {
    const meant = nearest(id, known)
    super(
      `Unknown contract ${JSON.stringify(id)}${meant === undefined ? '' : `: did you mean ${JSON.stringify(meant)}?`}` +
        `${meant === undefined ? ': the' : ' The'} contracts in ${directory} are ${known.join(', ') || 'none'}`,
    )
    this.id = id
    this.known = known
  }
}

/** The directory that should hold the contracts cannot be listed. */
export class ContractDirectoryError extends Error {
  override readonly name = 'ContractDirectoryError'

  constructor(directory: string, cause: unknown) {
    super(
      `Cannot list the contracts in ${directory}: ${reasonOf(cause, 'list')}; name a directory of *.schema.json files`,
      { cause },
    )
  }
}
