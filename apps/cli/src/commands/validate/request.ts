import { isContractId } from '@workbench/contracts'

import { CannotRun } from '../../exit-status.ts'
import { kindOfPath, rejectEmptyPaths } from '../../paths.ts'
import type { ValidateValues } from './options.ts'

/** The file name that stands for standard input. */
export const STDIN = '-'

/** What the words of the command line mean. */
export interface ValidateRequest {
  /** The contract of all artifacts; undefined if each artifact names its own. */
  readonly id: string | undefined
  /** Files, directories and patterns, relative to the current directory; `-` is standard input. */
  readonly paths: readonly string[]
  /** A file that lists more files, one per line; `-` is standard input. */
  readonly filesFrom: string | undefined
  /** Patterns of files to leave out. */
  readonly ignore: readonly string[]
  /** Whether to compare handoffs with the files that they name. */
  readonly hasDeliverables: boolean
}

/** An input that cannot be read, and the reason. */
export interface UnreadInput {
  readonly file: string
  readonly error: string
}

/** @throws {CannotRun} if the arguments conflict or name no input. */
export function toRequest(
  {
    words,
    format,
    ndjson = false,
    'files-from': filesFrom,
    ignore = [],
    deliverables = false,
  }: ValidateValues,
  cwd: string,
): ValidateRequest {
  if (ndjson && format !== undefined) {
    throw new CannotRun('--ndjson prints one JSON result per line and cannot be combined with --format')
  }
  rejectEmptyPaths([...words, filesFrom, ...ignore])
  const [first] = words
  const id = first !== undefined && isContract(first, cwd) ? first : undefined
  const paths = id === undefined ? words : words.slice(1)
  if (paths.length === 0 && filesFrom === undefined && !ndjson) {
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
  return { id, paths, filesFrom, ignore, hasDeliverables: deliverables }
}

/** Whether the first word is a contract id and not a path. An id wins against a file of the same name. */
export const isContract = (word: string, cwd: string): boolean =>
  isContractId(word) || (!LOOKS_LIKE_PATH.test(word) && kindOfPath(word, cwd) === undefined)

const isMisplacedContract = (word: string, cwd: string): boolean =>
  isContractId(word) && kindOfPath(word, cwd) === undefined

/** Standard input, a path with folders, a pattern, or a name with an extension that artifacts have. */
const LOOKS_LIKE_PATH = /^-$|[/\\*?[\]{}]|\.(json|jsonl|ndjson|txt)$/i
