import { existsSync, lstatSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { type Contracts, escapeText, isObject, type Violation } from '@workbench/contracts'
import { MAX_FILE_BYTES, readFile, tryParse } from '@workbench/contracts/internal'

import { quote } from './advice/quote.ts'
import type { Advice } from './advice/rule.ts'
import { adviceOnTexts } from './advice/advice.ts'
import { attempt } from './attempt.ts'
import { ConflictError, InvalidArtifactError, UnsafePathError, wrapSystemErrors } from './errors.ts'
import { FACT_CONTRACT } from './facts/fact-file.ts'
import { createFileAtomically, replaceFileAtomically } from './files/atomic-write.ts'
import { digestOf } from './files/digest.ts'
import { withLock } from './files/file-lock.ts'
import { createGitFiles } from './files/git-files.ts'
import { withFolders } from './files/open-folder.ts'
import { MAX_NAME_LENGTH, segmentNameViolations } from './segment-name.ts'
import { checkDeliverables } from './validation/deliverables.ts'
import { BLACKBOARD_FOLDER, areaPath, TEMPORARY_FOLDER, type WorkingArea } from './working-area.ts'

export interface WriteRequest {
  /** Id of the contract, for example `finding.v1`. */
  readonly schema: string
  readonly wave: string
  readonly agent: string
  /**
   * The members of the artifact. `schema` and `producedBy` are the contract and the agent; they may be absent, and must
   * not have other values.
   */
  readonly artifact: Readonly<Record<string, unknown>>
  /** Whether an artifact of another contract, of another writer or about something else may be replaced. */
  readonly replace: boolean
  /** The versions that the same writer has written. Default: everybody may replace every artifact of the contract. */
  readonly own?: ReadonlySet<string>
  /**
   * The version of the file that may be replaced, or null if there must be no file. Without it, every version is
   * replaced.
   */
  readonly expected?: string | null
  /** Violations of the text of the artifact, which its value does not show. */
  readonly textViolations?: readonly Violation[]
}

interface WrittenArtifact {
  /** Relative to the project's root, with slashes. */
  readonly path: string
  readonly bytes: number
  readonly replaced: boolean
  /** Digest of the file, for `expected` of the next write. */
  readonly version: string
  /** Deliverables of a handoff that have another size, and texts that say nothing or have lost a backslash. */
  readonly advice: readonly Advice[]
}

/**
 * Writes the artifact of an agent in a wave, atomically. An existing artifact of the same contract, writer and id is replaced. Of
 * several writers that expect the same version, one succeeds.
 * @throws {UnknownContractError} if there is no contract with this id.
 * @throws {InvalidArtifactError} if the artifact is invalid, if it is a fact, if the wave or the agent is not a valid
 * name, or if a deliverable of a handoff is missing, outside of the project, or invalid.
 * @throws {ConflictError} if the file does not have the expected version, or if it has another contract, writer or id, `replace` is
 * false, and its version is not expected.
 * @throws {UnsafePathError} if the path contains a link.
 * @throws {WorkingAreaError} if the file system rejects the operation.
 */
export function writeArtifact(
  area: WorkingArea,
  contracts: Contracts,
  request: WriteRequest,
): WrittenArtifact {
  const { wave, agent, expected, replace } = request
  const { text, advice } = validText(area, contracts, request)
  const name = `${agent}.json`
  const path = areaPath(BLACKBOARD_FOLDER, wave, name)
  const folders = [[BLACKBOARD_FOLDER, wave], [TEMPORARY_FOLDER]]
  const replaced = withFolders(area, folders, (folder, temporaryFolder) => {
    const file = join(folder, name)
    return wrapSystemErrors('write', path, () => {
      // link(2) creates only a file that does not exist, so this needs no lock.
      if (typeof expected !== 'string' && createFileAtomically(file, text, temporaryFolder)) return false
      return withLock(temporaryFolder, `blackboard-${wave}-${agent}`, (check) => {
        const current = contentOf(file, path)
        const version = current && digestOf(current)
        if (expected !== undefined && version !== expected) throw wrongVersion(path, expected, version)
        if (current && !replace) checkReplaced(current, file, path, request)
        replaceFileAtomically(file, text, temporaryFolder, check)
        return current !== undefined
      })
    })
  })
  createGitFiles(area)
  return { path, bytes: Buffer.byteLength(text), replaced, version: digestOf(text), advice }
}

/** The text of the complete artifact, and advice on it. */
function validText(
  area: WorkingArea,
  contracts: Contracts,
  request: WriteRequest,
): { readonly text: string; readonly advice: readonly Advice[] } {
  const { schema, wave, agent, artifact, textViolations = [] } = request
  if (schema === FACT_CONTRACT) throw new InvalidArtifactError([factOnBlackboard])
  const nameViolations = segmentNameViolations({ wave, agent })
  if (nameViolations.length > 0) throw new InvalidArtifactError(nameViolations)
  const contract = contracts.get(schema)
  const fixed = { schema, producedBy: agent }
  const complete = { ...fixed, ...artifact, ...fixed }
  const verdict = contract.validate(complete)
  const violations = [
    ...Object.entries(fixed)
      .filter(([name, value]) => Object.hasOwn(artifact, name) && artifact[name] !== value)
      .map(contradiction),
    ...textViolations,
    ...(verdict.valid ? [] : verdict.violations),
  ]
  if (violations.length > 0) throw new InvalidArtifactError(violations, verdict.valid ? 0 : verdict.more)
  const text = `${JSON.stringify(complete, null, 2)}\n`
  const bytes = Buffer.byteLength(text)
  if (bytes > MAX_FILE_BYTES) throw new InvalidArtifactError([tooLarge(bytes)])
  const deliverables = checkDeliverables(complete, { root: area.root, contracts })
  if (deliverables.violations.length > 0) throw new InvalidArtifactError(deliverables.violations)
  return { text, advice: [...deliverables.advice, ...adviceOnTexts(schema, complete, contracts)] }
}

/** A member of the artifact that contradicts an argument. */
const contradiction = ([name, expected]: readonly [string, string]): Violation => ({
  path: `/${name}`,
  keyword: 'const',
  message: `Expected "${escapeText(expected)}", as in the arguments of the call, or no member "${name}"`,
  expected,
})

/** The indentation can make the file several times as large as the text from which the artifact was parsed. */
const tooLarge = (bytes: number): Violation => ({
  path: '',
  keyword: 'size',
  message: `Expected an artifact whose file has at most ${MAX_FILE_BYTES} bytes; received one with ${bytes}: split it`,
  expected: MAX_FILE_BYTES,
  received: bytes,
})

/** Members that say what an artifact is about: each contract but those of waves and estimates has some of them. */
const IDENTITY = ['id', 'number', 'sourceId', 'controlId', 'target', 'dimension']

/**
 * Checks that an existing artifact is the one that is written again. Agents of one session can have the same name, too.
 * @throws {ConflictError} if it is another one.
 */
function checkReplaced(
  current: Uint8Array,
  file: string,
  path: string,
  { schema, agent, artifact, expected, own }: WriteRequest,
): void {
  const value = tryParse(String(current))
  const members = isObject(value) ? value : {}
  const other = members['schema']
  if (other !== schema) {
    const found =
      typeof other === 'string'
        ? `an artifact of ${escapeText(other.slice(0, 60))}`
        : 'a file that is not an artifact'
    throw notReplaced(`${path} is ${found}; set replace: true to replace it with this ${schema}`)
  }
  if (expected !== undefined || !own) return
  const name = IDENTITY.find((each) => Object.hasOwn(members, each) && artifact[each] !== members[each])
  const isOwn = own.has(digestOf(current))
  if (isOwn && name === undefined) return
  const identity = name && `has the ${name} ${quote(members[name])}`
  const reason = isOwn ? identity : 'was written by another session or tool'
  throw notReplaced(
    `${path} ${reason}. Write yours as the agent "${freeName(file, agent)}", or set replace: true if that artifact is not needed`,
  )
}

const notReplaced = (message: string): ConflictError =>
  new ConflictError({ path: '/replace', keyword: 'const', message, expected: true })

/** @param expected null if there should be no file; `current` is undefined if there is none */
function wrongVersion(path: string, expected: string | null, current: string | undefined): ConflictError {
  const received = expected?.slice(0, 80) ?? null
  const wanted = received === null ? 'no file' : `version ${escapeText(received)}`
  const found = current === undefined ? 'there is no file' : `its version is ${current}`
  const message = `Expected ${wanted} at ${path}; ${found}: read it again, and write with the version that you have read`
  const violation = { path: '/expected', keyword: 'version', message, expected: current ?? null, received }
  return new ConflictError(violation)
}

/** The name of an agent that has no file beside that of another one: `oracle-2`. */
function freeName(file: string, agent: string): string {
  for (let number = 2; ; number++) {
    const suffix = `-${number}`
    const name = agent.slice(0, MAX_NAME_LENGTH - suffix.length) + suffix
    if (!existsSync(join(dirname(file), `${name}.json`))) return name
  }
}

const factOnBlackboard: Violation = {
  path: '/schema',
  keyword: 'const',
  message: 'Expected any contract but "fact.v1"; write facts with memory_write, which numbers them',
  expected: 'any contract but fact.v1',
  received: 'fact.v1',
}

/** The content of the existing file; undefined if there is none, empty if it cannot be read. */
function contentOf(file: string, path: string): Uint8Array | undefined {
  const stat = wrapSystemErrors('read', path, () => lstatSync(file, { throwIfNoEntry: false }))
  if (!stat) return undefined
  if (!stat.isFile()) {
    const kind = stat.isSymbolicLink() || stat.isDirectory() ? 'a link or a folder' : 'a pipe or a device'
    throw new UnsafePathError(`${path} is ${kind}, not a file; delete it`)
  }
  return attempt(() => readFile(file).bytes) ?? new Uint8Array()
}
