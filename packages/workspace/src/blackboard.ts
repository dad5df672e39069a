import { lstatSync } from 'node:fs'
import { join } from 'node:path'

import { type Contracts, readFile, type Violation } from '@workbench/contracts'

import { ArtifactRefused, Conflict, orFault, UnsafePath } from './errors.ts'
import { type Judged, judgeFile } from './judge-file.ts'
import { nameViolations } from './names.ts'
import { createWhole, replaceWhole } from './whole-file.ts'
import { listFolder, makeFolder, pathIn, shortPath, TEMPORARY, type WorkingArea } from './working-area.ts'

const BLACKBOARD = 'blackboard'
const ENDING = '.json'

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

export interface Written {
  /** From the project's root, with slashes. */
  readonly path: string
  readonly bytes: number
  readonly replaced: boolean
}

/**
 * Writes an agent's artifact of a wave, whole or not at all. Rewriting one's own artifact of the same contract replaces
 * it.
 * @throws {ArtifactRefused} where the artifact breaks its contract, is a fact, or the wave or the agent is no name.
 * @throws {Conflict} where an artifact of another contract stands there, and `replace` was not asked for.
 * @throws {UnsafePath} where a link stands in the way.
 * @throws {AreaFault} where the file system refuses.
 */
export function writeArtifact(area: WorkingArea, contracts: Contracts, request: WriteRequest): Written {
  const { schema, wave, agent, artifact, replace } = request
  if (schema === 'fact.v1') throw new ArtifactRefused([factsAreRemembered])
  const misnamed = nameViolations({ wave, agent })
  if (misnamed.length > 0) throw new ArtifactRefused(misnamed)
  const { schema: _schema, producedBy: _producedBy, ...members } = artifact
  const whole = { schema, producedBy: agent, ...members }
  const verdict = contracts.get(schema).validate(whole)
  if (!verdict.valid) throw new ArtifactRefused(verdict.violations)

  const text = `${JSON.stringify(whole, null, 2)}\n`
  const file = agent + ENDING
  const path = join(makeFolder(area, BLACKBOARD, wave), file)
  const temporaryFolder = makeFolder(area, TEMPORARY)
  const written = { path: shortPath(BLACKBOARD, wave, file), bytes: Buffer.byteLength(text) }
  const created = orFault('write', written.path, () => createWhole(path, text, temporaryFolder))
  if (created) return { ...written, replaced: false }
  const other = schemaAt(path, written.path)
  if (other !== schema && !replace) {
    const found = typeof other !== 'string' ? 'something that is no artifact' : `an artifact of ${other}`
    throw new Conflict(
      `${written.path} holds ${found}; give replace: true to put this ${schema} in its place`,
    )
  }
  orFault('write', written.path, () => replaceWhole(path, text, temporaryFolder))
  return { ...written, replaced: true }
}

const factsAreRemembered: Violation = {
  path: '/schema',
  keyword: 'const',
  message: 'Expected any contract but "fact.v1"; facts are written with memory_write, which numbers them',
  expected: 'any contract but fact.v1',
  received: 'fact.v1',
}

/** The contract that the artifact at a path names; undefined where it is not to be made out. */
function schemaAt(path: string, shortPath: string): unknown {
  const stat = orFault('read', shortPath, () => lstatSync(path))
  if (!stat.isFile()) {
    const kind = stat.isSymbolicLink() || stat.isDirectory() ? 'a link or a folder' : 'a pipe or a device'
    throw new UnsafePath(`${shortPath} is ${kind}, not a file; take it away`)
  }
  try {
    const value = JSON.parse(String(readFile(path).bytes)) as { schema?: unknown } | null
    return value?.schema
  } catch {
    return undefined
  }
}

/** An artifact on the blackboard. */
export interface BlackboardEntry extends Judged {
  readonly wave: string
  readonly agent: string
}

/** Everything on the blackboard, by wave and agent. */
export const readBlackboard = (area: WorkingArea, contracts: Contracts): BlackboardEntry[] =>
  listFolder(area, BLACKBOARD).flatMap((wave) =>
    listFolder(area, BLACKBOARD, wave)
      .filter((file) => file.endsWith(ENDING))
      .map((file) => ({
        wave,
        agent: file.slice(0, -ENDING.length),
        ...judgeFile(pathIn(area, BLACKBOARD, wave, file), shortPath(BLACKBOARD, wave, file), contracts),
      })),
  )
