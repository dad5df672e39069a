import { lstatSync } from 'node:fs'
import { join } from 'node:path'

import { type Contracts, readFile, type Violation } from '@workbench/contracts'

import { InvalidArtifactError, ConflictError, wrapSystemErrors, UnsafePathError } from './errors.ts'
import { type ValidatedFile, validateFile } from './validate-file.ts'
import { segmentNameViolations } from './segment-name.ts'
import { createFileAtomically, replaceFileAtomically } from './atomic-write.ts'
import {
  listFolder,
  makeFolder,
  absolutePath,
  relativePath,
  TEMPORARY_FOLDER,
  type WorkingArea,
} from './working-area.ts'

const BLACKBOARD_FOLDER = 'blackboard'
const EXTENSION = '.json'

export interface WriteRequest {
  /** Id of the contract. */
  readonly schema: string
  readonly wave: string
  readonly agent: string
  /** The members of the artifact; `schema` and `producedBy` are set from the request. */
  readonly artifact: Readonly<Record<string, unknown>>
  /** Whether an artifact of another contract may be replaced. */
  readonly replace: boolean
}

export interface WrittenArtifact {
  /** From the project's root, with slashes. */
  readonly path: string
  readonly bytes: number
  readonly replaced: boolean
}

/**
 * Writes an agent's artifact of a wave, whole or not at all. Rewriting one's own artifact of the same contract replaces
 * it.
 * @throws {InvalidArtifactError} where the artifact breaks its contract, is a fact, or the wave or the agent is no name.
 * @throws {ConflictError} where an artifact of another contract stands there, and `replace` was not asked for.
 * @throws {UnsafePathError} where a link stands in the way.
 * @throws {WorkingAreaError} where the file system refuses.
 */
export function writeArtifact(
  area: WorkingArea,
  contracts: Contracts,
  request: WriteRequest,
): WrittenArtifact {
  const { schema, wave, agent, artifact, replace } = request
  if (schema === 'fact.v1') throw new InvalidArtifactError([factOnBlackboard])
  const misnamed = segmentNameViolations({ wave, agent })
  if (misnamed.length > 0) throw new InvalidArtifactError(misnamed)
  const { schema: _schema, producedBy: _producedBy, ...members } = artifact
  const whole = { schema, producedBy: agent, ...members }
  const verdict = contracts.get(schema).validate(whole)
  if (!verdict.valid) throw new InvalidArtifactError(verdict.violations)

  const text = `${JSON.stringify(whole, null, 2)}\n`
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
    const found = typeof other !== 'string' ? 'something that is no artifact' : `an artifact of ${other}`
    throw new ConflictError(
      `${written.path} holds ${found}; give replace: true to put this ${schema} in its place`,
    )
  }
  wrapSystemErrors('write', written.path, () => replaceFileAtomically(path, text, temporaryFolder))
  return { ...written, replaced: true }
}

const factOnBlackboard: Violation = {
  path: '/schema',
  keyword: 'const',
  message: 'Expected any contract but "fact.v1"; facts are written with memory_write, which numbers them',
  expected: 'any contract but fact.v1',
  received: 'fact.v1',
}

/** The contract that the artifact at a path names; undefined where it is not to be made out. */
function declaredSchema(file: string, path: string): unknown {
  const stat = wrapSystemErrors('read', path, () => lstatSync(file))
  if (!stat.isFile()) {
    const kind = stat.isSymbolicLink() || stat.isDirectory() ? 'a link or a folder' : 'a pipe or a device'
    throw new UnsafePathError(`${path} is ${kind}, not a file; take it away`)
  }
  try {
    const value = JSON.parse(String(readFile(file).bytes)) as { schema?: unknown } | null
    return value?.schema
  } catch {
    return undefined
  }
}

/** An artifact on the blackboard. */
export interface BlackboardEntry extends ValidatedFile {
  readonly wave: string
  readonly agent: string
}

/** Everything on the blackboard, by wave and agent. */
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
