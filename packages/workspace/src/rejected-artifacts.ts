import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { attempt } from './attempt.ts'
import type { WriteRequest } from './blackboard.ts'
import { FACT_CONTRACT } from './facts/fact-file.ts'
import { replaceFileAtomically } from './files/atomic-write.ts'
import { digestOf } from './files/digest.ts'
import { namesIn } from './files/names-in.ts'
import { withExistingFolder, withFolders } from './files/open-folder.ts'
import { readValue } from './files/read-value.ts'
import { isSegmentName } from './segment-name.ts'
import { areaPath, pathInArea, TEMPORARY_FOLDER, type WorkingArea } from './working-area.ts'

/** Where an artifact would have been written. */
type Target = Pick<WriteRequest, 'schema' | 'wave' | 'agent'>

const FOLDER = [TEMPORARY_FOLDER, 'rejected'] as const

/** The most artifacts that are kept. */
const MAX_KEPT = 20

/** Larger artifacts are not kept, in UTF-16 code units. */
const MAX_LENGTH = 2 ** 20

/**
 * Keeps an artifact that failed validation, on this machine, so that a patch can complete it. It counts as delivered nowhere.
 * @returns its digest, and its path relative to the project's root; undefined if it cannot be kept
 */
export const keepRejected = (
  area: WorkingArea,
  target: Target,
  artifact: Readonly<Record<string, unknown>>,
): { readonly path: string; readonly digest: string } | undefined =>
  attempt(() => {
    const { schema, wave, agent } = target
    const text = JSON.stringify(artifact)
    const isPossible = schema !== FACT_CONTRACT && isSegmentName(wave) && isSegmentName(agent)
    if (text.length > MAX_LENGTH || !isPossible) return undefined
    return withFolders(area, [FOLDER, [TEMPORARY_FOLDER]], (folder, temporaryFolder) => {
      const name = nameOf(target)
      replaceFileAtomically(join(folder, name), text, temporaryFolder)
      deleteOldest(folder)
      return { path: areaPath(...FOLDER, name), digest: digestOf(text) }
    })
  })

/** The artifact of this agent, wave and contract that failed validation last; undefined if none was kept. */
export function readRejected(
  area: WorkingArea,
  target: Target,
): { readonly artifact: unknown; readonly digest: string } | undefined {
  const artifact = readValue(pathInArea(area, ...FOLDER, nameOf(target)), area)
  return artifact === undefined ? undefined : { artifact, digest: digestOf(JSON.stringify(artifact)) }
}

/** Deletes it, after the artifact was written, or another one was rejected that cannot be kept. */
export const forgetRejected = (area: WorkingArea, target: Target): void =>
  attempt(() =>
    withExistingFolder(area, FOLDER, (folder) => rmSync(join(folder, nameOf(target)), { force: true })),
  )

/** No wave and no agent has a plus sign. */
const nameOf = ({ wave, agent, schema }: Target): string => `${wave}+${agent}+${schema}.json`

function deleteOldest(folder: string): void {
  const files = namesIn(folder).map((name) => join(folder, name))
  const timeOf = (file: string) => attempt(() => statSync(file).mtimeMs) ?? 0
  const newest = files.map((file) => ({ file, time: timeOf(file) })).sort((a, b) => b.time - a.time)
  for (const { file } of newest.slice(MAX_KEPT)) rmSync(file, { force: true })
}
