import { join } from 'node:path'

import { readFile } from '@workbench/contracts/internal'

import { attempt } from '../../attempt.ts'
import { openConfined } from '../../files/confined-file.ts'
import { namesIn } from '../../files/names-in.ts'
import { isSegmentName } from '../../segment-name.ts'
import { BLACKBOARD_FOLDER, pathInArea, type WorkingArea } from '../../working-area.ts'
import { quote } from '../quote.ts'
import { rule } from '../rule.ts'

/** In a wave whose handoff is complete, each agent of the plan has written an artifact. */
export const idleAgents = rule('agent-without-artifact', 'plan.v1', ({ waves }, area) =>
  waves.flatMap(({ id, tasks }, wave) => {
    const files = filesOf(area, id)
    if (!isComplete(area, id, files)) return []
    const written = new Set(files)
    const missing = new Map<string, string>()
    for (const [task, { agent }] of tasks.entries())
      if (!written.has(`${agent}.json`) && !missing.has(agent))
        missing.set(agent, `/waves/${wave}/tasks/${task}/agent`)
    return Array.from(missing, ([agent, path]) => ({
      path,
      message: `Wave ${quote(id)} is complete, but ${quote(agent)} has written nothing to the blackboard in it`,
    }))
  }),
)

/** The files of a wave on the blackboard; none if there is no such folder. */
const filesOf = (area: WorkingArea, wave: string): string[] =>
  isSegmentName(wave) ? namesIn(pathInArea(area, BLACKBOARD_FOLDER, wave)) : []

/** Whether a handoff in the folder of the wave says that the wave is complete. */
const isComplete = (area: WorkingArea, wave: string, files: readonly string[]): boolean =>
  files.some((file) => {
    const artifact = parse(join(pathInArea(area, BLACKBOARD_FOLDER, wave), file), area)
    return artifact?.schema === 'handoff.v1' && artifact.wave === wave && artifact.status === 'complete'
  })

const parse = (
  file: string,
  { root }: WorkingArea,
): { schema?: unknown; wave?: unknown; status?: unknown } | null | undefined =>
  attempt(() => JSON.parse(String(openConfined(file, [root], readFile).bytes)) as { schema?: unknown })
