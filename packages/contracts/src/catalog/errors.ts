import { escapeText } from '../escape.ts'
import { describeFsError } from '../files/describe-fs-error.ts'
import { suggest } from '../violations/did-you-mean.ts'
import { quote } from '../violations/messages.ts'
import { parseContractId } from './contract-id.ts'

/** No contract of the directory has the requested id. */
export class UnknownContractError extends Error {
  override readonly name = 'UnknownContractError'
  readonly id: string
  /** The ids of the contracts in the directory. */
  readonly known: readonly string[]
  /** The most similar of the known ids, if one is similar. */
  readonly suggestion: string | undefined

  constructor(id: string, known: readonly string[], directory: string, isBuiltIn: boolean) {
    const suggestion = isBuiltIn ? undefined : suggest(id, known)
    const names = `contracts in ${escapeText(directory)} are ${known.join(', ') || 'none'}`
    const advice = isBuiltIn
      ? describeMissingBuiltIn(id, directory)
      : suggestion === undefined
        ? `the ${names}`
        : `did you mean ${quote(suggestion)}? The ${names}`
    super(`Unknown contract ${quote(id)}: ${advice}`)
    this.id = id
    this.known = known
    this.suggestion = suggestion
  }
}

/** What to do about a contract of this package that a project's directory does not have. */
export const describeMissingBuiltIn = (id: string, directory: string): string =>
  `${id} is built in, but not in ${escapeText(directory)}; add it with workbench contracts new ${parseContractId(id)?.noun ?? ''} --schemas ${escapeText(directory)}`

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
