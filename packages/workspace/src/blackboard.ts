import { lstatSync } from 'node:fs'
import { join } from 'node:path'

import { type Contracts, readFile, type Violation } from '@workbench/contracts'

import { createFileAtomically, replaceFileAtomically } from './atomic-write.ts'
import { ConflictError, InvalidArtifactError, UnsafePathError, wrapSystemErrors } from './errors.ts'
import { FACT_CONTRACT } from './memory.ts'
import { segmentNameViolations } from './segment-name.ts'
import { type ValidatedFile, validateFile } from './validate-file.ts'
import {
  absolutePath,
  listFolder,
  makeFolder,
  relativePath,
  TEMPORARY_FOLDER,
  type WorkingArea,
} from './working-area.ts'

const BLACKBOARD_FOLDER = 'blackboard'
const EXTENSION = '.json'

export interface WriteRequest {
  /** Id of the contract, for example `finding.v1`. */
  readonly schema: string
  readonly wave: string
  readonly agent: string
  /** The members of the artifact. `schema` and `producedBy` are replaced by the contract and the agent. */
  readonly artifact: Readonly<Record<string, unknown>>
  /** Whether an artifact of another contract may be replaced. */
  readonly replace: boolean
}

interface WrittenArtifact {
  /** Relative to the project's root, with slashes. */
  readonly path: string
  readonly bytes: number
  readonly replaced: boolean
}

/**
 * Writes the artifact of an agent in a wave, atomically. An existing artifact of the same contract is replaced.
 * @throws {UnknownContractError} if there is no contract with this id.
 * @throws {InvalidArtifactError} if the artifact is invalid, if it is a fact, or if the wave or the agent is not a valid
 * name.
 * @throws {ConflictError} if the existing file has another contract and `replace` is false.
 * @throws {UnsafePathError} if the path contains a link.
 * @throws {WorkingAreaError} if the file system rejects the operation.
 */
export function writeArtifact(
  area: WorkingArea,
  contracts: Contracts,
  request: WriteRequest,
): WrittenArtifact {
  const { schema, wave, agent, artifact, replace } = request
  if (schema === FACT_CONTRACT) throw new InvalidArtifactError([factOnBlackboard])
  const nameViolations = segmentNameViolations({ wave, agent })
  if (nameViolations.length > 0) throw new InvalidArtifactError(nameViolations)
  const { schema: _schema, producedBy: _producedBy, ...members } = artifact
  const complete = { schema, producedBy: agent, ...members }
  const verdict = contracts.get(schema).validate(complete)
  if (!verdict.valid) throw new InvalidArtifactError(verdict.violations)

  const text = `${JSON.stringify(complete, null, 2)}\n`
  const file = agent + EXTENSION
  const path = join(makeFolder(area, BLACKBOARD_FOLDER, wave), file)
  const temporaryFolder = makeFolder(area, TEMPORARY_FOLDER)
  const written = { path: relativePath(BLACKBOARD_FOLDER, wave, file), bytes: Buffer.byteLength(text) }
  const created = wrapSystemErrors('write', written.path, () =>
    createFileAtomically(path, text, temporaryFolder),
  )
  if (created) return { ...written, replaced: false }
  const other = declaredSchema(path, written.path)
  if (other !== schema && !replace) {
    const found = typeof other !== 'string' ? 'a file that is not an artifact' : `an artifact of ${other}`
    throw new ConflictError(
      `${written.path} is ${found}; set replace: true to replace it with this ${schema}`,
    )
  }
  wrapSystemErrors('write', written.path, () => replaceFileAtomically(path, text, temporaryFolder))
  return { ...written, replaced: true }
}

const factOnBlackboard: Violation = {
  path: '/schema',
  keyword: 'const',
  message: 'Expected any contract but "fact.v1"; write facts with memory_write, which numbers them',
  expected: 'any contract but fact.v1',
  received: 'fact.v1',
}

/** The `schema` member of the existing artifact; undefined if the file is not JSON or has no such member. */
function declaredSchema(file: string, path: string): unknown {
  const stat = wrapSystemErrors('read', path, () => lstatSync(file))
  if (!stat.isFile()) {
    const kind = stat.isSymbolicLink() || stat.isDirectory() ? 'a link or a folder' : 'a pipe or a device'
    throw new UnsafePathError(`${path} is ${kind}, not a file; delete it`)
  }
  try {
    const value = JSON.parse(String(readFile(file).bytes)) as { schema?: unknown } | null
    return value?.schema
  } catch {
    return undefined
  }
}

/** An artifact of the blackboard and the verdict on it. */
export interface BlackboardEntry extends ValidatedFile {
  readonly wave: string
  readonly agent: string
}

/** Validates all artifacts of the blackboard, sorted by wave and agent. */
export const readBlackboard = (area: WorkingArea, contracts: Contracts): BlackboardEntry[] =>
  listFolder(area, BLACKBOARD_FOLDER).flatMap((wave) =>
    listFolder(area, BLACKBOARD_FOLDER, wave)
      .filter((file) => file.endsWith(EXTENSION))
      .map((file) => ({
        wave,
        agent: file.slice(0, -EXTENSION.length),
        ...validateFile(
          absolutePath(area, BLACKBOARD_FOLDER, wave, file),
          relativePath(BLACKBOARD_FOLDER, wave, file),
          contracts,
        ),
      })),
  )
