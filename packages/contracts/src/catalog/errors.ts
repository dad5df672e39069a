import { escapeText } from '../escape.ts'
import { describeFsError } from '../files/describe-fs-error.ts'
import { suggest } from '../violations/did-you-mean.ts'
import { quote } from '../violations/messages.ts'

/** No contract of the directory has the requested id. */
export class UnknownContractError extends Error {
  override readonly name = 'UnknownContractError'
  readonly id: string
  /** The ids of the contracts in the directory. */
  readonly known: readonly string[]
  /** The most similar of the known ids, if one is similar. */
  readonly suggestion: string | undefined

  constructor(id: string, known: readonly string[], directory: string) {
    const suggestion = suggest(id, known)
    super(
      `Unknown contract ${quote(id)}${suggestion === undefined ? '' : `: did you mean ${quote(suggestion)}?`}` +
        `${suggestion === undefined ? ': the' : ' The'} contracts in ${escapeText(directory)} are ${known.join(', ') || 'none'}`,
    )
    this.id = id
    this.known = known
    this.suggestion = suggestion
  }
}

/** The schema directory cannot be listed. */
export class ContractDirectoryError extends Error {
  override readonly name = 'ContractDirectoryError'

  constructor(directory: string, cause: unknown) {
    super(
      `Cannot list the contracts in ${escapeText(directory)}: ${describeFsError(cause, 'list')}; specify a directory of *.schema.json files`,
      { cause },
    )
  }
}
