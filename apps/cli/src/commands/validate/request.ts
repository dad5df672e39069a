import { isContractId } from '@workbench/contracts'

import { CannotRun } from '../../exit-status.ts'
import { kindOfPath } from '../../paths.ts'
import type { ValidateValues } from './options.ts'

/** The file name that stands for standard input. */
export const STDIN = '-'

/** The options, and what the words of the command line mean. */
export interface ValidateRequest extends ValidateValues {
  /** The contract of all artifacts; undefined if each artifact names its own. */
  readonly id: string | undefined
  /** Files, directories and patterns, relative to the current directory; `-` is standard input. */
  readonly paths: readonly string[]
}

/** A file to read, or what names none. */
export interface Input {
  readonly file: string
  /** Why nothing can be read. */
  readonly error?: string
  /** Whether it names no file, as a pattern that matches none. */
  readonly isUnmatched?: boolean
}

/** @throws {CannotRun} if the arguments conflict or name no input. */
export function toRequest(values: ValidateValues, cwd: string): ValidateRequest {
  const { words, format, ndjson = false, 'files-from': filesFrom } = values
  if (ndjson && format !== undefined) {
    throw new CannotRun('--ndjson prints one JSON result per line and cannot be combined with --format')
  }
  const [first] = words
  const isOnlyInput = words.length === 1 && filesFrom === undefined && !ndjson
  const id = first !== undefined && isContract(first, { isOnlyInput, cwd }) ? first : undefined
  const named = id === undefined ? words : words.slice(1)
  const isStream = ndjson && named.length === 0 && filesFrom === undefined
  const paths = isStream ? [STDIN] : named
  if (paths.length === 0 && filesFrom === undefined) {
    throw new CannotRun(
      `Name a file${id === undefined ? '' : ` to validate against ${id}`}, or - for standard input: workbench validate ${id === undefined ? '' : `${id} `}finding.json`,
    )
  }
  if ([...paths, filesFrom].filter((file) => file === STDIN).length > 1) {
    throw new CannotRun('Standard input can be read only once; name - once')
  }
  const misplaced = id === undefined ? paths.find((path) => isMisplacedContract(path, cwd)) : undefined
  if (misplaced !== undefined)
    throw new CannotRun(`The contract comes first: workbench validate ${misplaced} ${first ?? ''}`)
  return { ...values, id, paths }
}

/**
 * Whether the first word is a contract id and not a path. An id wins against a file of the same name. A word that is the
 * only input and does not have the form of an id is a path.
 */
export const isContract = (
  word: string,
  { isOnlyInput, cwd }: { readonly isOnlyInput: boolean; readonly cwd: string },
): boolean =>
  isContractId(word) || (!isOnlyInput && !LOOKS_LIKE_PATH.test(word) && kindOfPath(word, cwd) === undefined)

const isMisplacedContract = (word: string, cwd: string): boolean =>
  isContractId(word) && kindOfPath(word, cwd) === undefined

/** Standard input, a name like an option, a path with folders, a pattern, a hidden file, or a name with an extension that artifacts have. */
const LOOKS_LIKE_PATH = /^[.-]|[/\\*?[\]{}]|\.(json|jsonl|ndjson|txt)$/i
