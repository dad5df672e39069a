import { statSync } from 'node:fs'
import { resolve } from 'node:path'

import {
  type Contracts,
  formatViolations,
  type HandoffV1,
  isObject,
  SchemaError,
  UnreadableFileError,
  type Violation,
} from '@workbench/contracts'
import { describeFsError, readFile } from '@workbench/contracts/internal'

import { quote } from '../advice/quote.ts'
import type { Advice } from '../advice/rule.ts'
import { openConfined, OutsideError } from '../files/confined-file.ts'
import { otherWorktrees } from '../worktrees.ts'

interface DeliverableOptions {
  /** The project's root, absolute. Paths of deliverables are relative to it. */
  readonly root: string
  readonly contracts: Contracts
  /** In milliseconds since 1970. Default: none. */
  readonly deadline?: number | undefined
}

/** What is wrong with the deliverables of a handoff. */
interface DeliverableProblems {
  /** With the keyword `deliverable`: the file is missing, outside of the project, unreadable, or invalid. */
  readonly violations: readonly Violation[]
  /** The file has another size. */
  readonly advice: readonly Advice[]
}

const RULE = 'deliverable'
const OTHER_SIZE = 'deliverable-size'

/** More entries are rejected instead of checked: each one is a file to read. */
const MAX_DELIVERABLES = 1000

/**
 * Compares what a valid handoff claims with the files of the project: each of its `artifacts` is a file inside the
 * project, has the size that the entry names, and is valid under the contract that the entry names. The other worktrees of
 * its repository count as inside, because a subagent can work in one. The result depends on other files, so it is no part
 * of the verdict on the handoff: a handoff is compared once, when it is written.
 * @param artifact a valid artifact; one of another contract has no deliverables
 * @throws {Error} if the deadline is over before all are compared.
 */
export function checkDeliverables(artifact: unknown, options: DeliverableOptions): DeliverableProblems {
  const problems = problemsOf(artifact, options)
  return {
    violations: problems.filter(({ keyword }) => keyword !== OTHER_SIZE),
    advice: problems.filter(({ keyword }) => keyword === OTHER_SIZE).map(toAdvice),
  }
}

/**
 * The present state of the deliverables of a valid artifact, as advice: it can differ from what a handoff said when it was
 * written.
 */
export const deliverableAdvice = (artifact: unknown, options: DeliverableOptions): Advice[] =>
  problemsOf(artifact, options).map(toAdvice)

const toAdvice = ({ path, keyword: rule, message }: Violation): Advice => ({ path, rule, message })

function problemsOf(artifact: unknown, options: DeliverableOptions): Violation[] {
  if (!isHandoff(artifact)) return []
  const { artifacts } = artifact
  const count = artifacts.length
  if (count > MAX_DELIVERABLES) {
    const message = `Expected at most ${MAX_DELIVERABLES} deliverables, which can be checked; received ${count}`
    return [{ path: '/artifacts', keyword: RULE, message, expected: MAX_DELIVERABLES, received: count }]
  }
  const folders = [options.root, ...otherWorktrees(options.root)]
  return artifacts.flatMap((entry, index) => {
    const found = folders.map((base) => problemsIn(base, entry, `/artifacts/${index}`, folders, options))
    // The worktree that has the right file counts, else the project.
    return found.reduce((best, problems) => (rankOf(problems) < rankOf(best) ? problems : best))
  })
}

/** The less, the better. */
const rankOf = (problems: readonly Violation[]): number =>
  problems.some(({ keyword }) => keyword !== OTHER_SIZE) ? 2 : problems.length

const isHandoff = (artifact: unknown): artifact is HandoffV1 =>
  isObject(artifact) && artifact['schema'] === 'handoff.v1'

type Entry = HandoffV1['artifacts'][number]

/**
 * @param base the folder that the path is relative to
 * @param folders those that can contain the file
 */
function problemsIn(
  base: string,
  entry: Entry,
  pointer: string,
  folders: readonly string[],
  { contracts, deadline = Infinity }: DeliverableOptions,
): Violation[] {
  if (Date.now() >= deadline) throw new Error('there was no time left to check its deliverables')
  const { path, sizeBytes } = entry
  try {
    return openConfined(resolve(base, path), folders, (file) => {
      const stat = statSync(file)
      if (!stat.isFile()) throw new UnreadableFileError('it is not a file')
      const problems = contentViolations(file, entry, `${pointer}/schema`, contracts)
      if (sizeBytes === undefined || sizeBytes === stat.size) return problems
      const message = `${nameOf(entry)} has ${stat.size} bytes; received ${sizeBytes}`
      return [...problems, { path: `${pointer}/sizeBytes`, keyword: OTHER_SIZE, message }]
    })
  } catch (error) {
    const message = `${nameOf(entry)} ${problemWith(error)}`
    const expected = 'a file of the project'
    return [{ path: `${pointer}/path`, keyword: RULE, message, expected, received: path }]
  }
}

/** What is wrong with a path. */
function problemWith(error: unknown): string {
  if (error instanceof OutsideError)
    return 'is outside of the project; only files of the project can be handed off'
  const { cause = error } = error as Error
  const { code = '' } = cause as NodeJS.ErrnoException
  return ['ENOENT', 'ENOTDIR'].includes(code)
    ? 'does not exist; write it, or remove the entry from the handoff'
    : `cannot be read: ${describeFsError(cause)}`
}

function contentViolations(file: string, entry: Entry, path: string, contracts: Contracts): Violation[] {
  const { schema } = entry
  if (!contracts.ids.includes(schema)) {
    // One without a version, such as `markdown`, says what kind of file it is.
    if (!/\.v\d+$/.test(schema)) return []
    const message = `No contract has the id ${quote(schema)}; the contracts are ${contracts.ids.join(', ')}`
    return [{ path, keyword: RULE, message, expected: contracts.ids, received: schema }]
  }
  const invalid = (problem: string) => [
    { path, keyword: RULE, message: `${nameOf(entry)} ${problem}`, expected: schema },
  ]
  try {
    const verdict = contracts.get(schema).validateText(readFile(file).bytes)
    if (verdict.valid) return []
    const { violations, more } = verdict
    const listed = formatViolations(violations, { limit: 1, more }).replaceAll('\n', '; ')
    return invalid(`is not a valid ${schema}: ${listed}`)
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error
    return invalid('could not be validated: its contract is broken')
  }
}

const nameOf = ({ path }: Entry): string => `Deliverable ${quote(path, 200)}`
