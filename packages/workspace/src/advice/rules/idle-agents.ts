import { segmentNameFrom } from '../../segment-name.ts'
import { deliveredIn, isComplete } from '../delivered.ts'
import { quote } from '../quote.ts'
import { rule } from '../rule.ts'

/** In a wave whose handoff is complete, each agent of the plan has written an artifact. */
export const idleAgents = rule('agent-without-artifact', 'plan.v1', ({ waves }, area) => {
  const delivered = deliveredIn(area)
  return waves.flatMap(({ id, tasks }, wave) => {
    const files = delivered.filter((file) => file.wave === id)
    if (!isComplete(files, id)) return []
    const written = new Set(files.map(({ agent }) => agent))
    const missing = new Map<string, string>()
    for (const [task, { agent }] of tasks.entries())
      if (![agent, segmentNameFrom(agent)].some((name) => written.has(name)) && !missing.has(agent))
        missing.set(agent, `/waves/${wave}/tasks/${task}/agent`)
    return Array.from(missing, ([agent, path]) => ({
      path,
      message: `Wave ${quote(id)} is complete, but ${quote(agent)} has written nothing to the blackboard in it`,
    }))
  })
})
