import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { isObject } from '@workbench/contracts'
import { readFile, tryParse } from '@workbench/contracts/internal'

import { attempt } from './attempt.ts'
import { FACT_CONTRACT } from './facts/fact-file.ts'
import { replaceFileAtomically } from './files/atomic-write.ts'
import { digestOf } from './files/digest.ts'
import { namesIn } from './files/names-in.ts'
import { withExistingFolder, withOpenFolders } from './files/open-folder.ts'
import { isSegmentName } from './segment-name.ts'
import { areaPath, TEMPORARY_FOLDER, type WorkingArea } from './working-area.ts'

/** Where an artifact would have been written. */
interface Target {
  readonly schema: string
  readonly wave: string
  readonly agent: string
}

/** An artifact that failed validation, on this machine. It counts as delivered nowhere. */
interface RejectedArtifact {
  readonly artifact: Readonly<Record<string, unknown>>
  readonly digest: string
}

const FOLDER = [TEMPORARY_FOLDER, 'rejected']

/** The most artifacts that are kept. */
const MAX_KEPT = 20

/** Larger artifacts are not kept, in UTF-16 code units. */
const MAX_LENGTH = 2 ** 20

/** The digest of an artifact for a contract. */
export const digestOfRejected = ({ schema }: Target, artifact: RejectedArtifact['artifact']): string =>
  digestOf(JSON.stringify({ schema, artifact }))

/**
 * Keeps an artifact that failed validation, in place of an earlier one of the same agent and wave, so that a patch can
 * complete it.
 * @returns its path, relative to the project's root; undefined if it cannot be kept
 */
export const keepRejected = (
  area: WorkingArea,
  target: Target,
  artifact: RejectedArtifact['artifact'],
): string | undefined =>
  attempt(() => {
    const { schema, wave, agent } = target
    const text = JSON.stringify({ schema, artifact })
    const isPossible = schema !== FACT_CONTRACT && isSegmentName(wave) && isSegmentName(agent)
    if (text.length > MAX_LENGTH || !isPossible) return undefined
    return withOpenFolders(area, [FOLDER, [TEMPORARY_FOLDER]], (folder, temporaryFolder) => {
      replaceFileAtomically(join(folder, nameOf(target)), text, temporaryFolder)
      const files = namesIn(folder).map((name) => join(folder, name))
      const times = new Map(files.map((file) => [file, attempt(() => statSync(file).mtimeMs) ?? 0]))
      const newest = files.sort((a, b) => (times.get(b) ?? 0) - (times.get(a) ?? 0))
      for (const file of newest.slice(MAX_KEPT)) rmSync(file, { force: true })
      return areaPath(...FOLDER, nameOf(target))
    })
  })

/** The artifact of this agent, wave and contract that failed validation last; undefined if none was kept. */
export const readRejected = (area: WorkingArea, target: Target): RejectedArtifact | undefined =>
  attempt(() =>
    withExistingFolder(area, FOLDER, (folder) => {
      const kept = tryParse(String(readFile(join(folder, nameOf(target))).bytes))
      const { schema, artifact } = isObject(kept) ? kept : {}
      if (schema !== target.schema || !isObject(artifact)) return undefined
      return { artifact, digest: digestOfRejected(target, artifact) }
    }),
  )

/** After the artifact was written. */
export const forgetRejected = (area: WorkingArea, target: Target): void =>
  attempt(() =>
    withExistingFolder(area, FOLDER, (folder) => rmSync(join(folder, nameOf(target)), { force: true })),
  )

/** No wave and no agent has a plus sign. */
const nameOf = ({ wave, agent }: Target): string => `${wave}+${agent}.json`
