import { escapeText } from '@workbench/contracts'
import { markOnce, openArea, promisedArtifact, segmentNameFrom } from '@workbench/workspace'

import type { AgentEvent } from './event/parse-event.ts'
import type { AreaTask } from './task.ts'

/** What a subagent is told, once, that ends without the artifact that the plan names it for; empty if it has delivered. */
export function promiseMessage({ isOfSubagent, writer }: AgentEvent, areas: readonly AreaTask[]): string {
  if (!isOfSubagent || writer.type === undefined) return ''
  // A plugin's agents have its name before theirs.
  const agent = segmentNameFrom(writer.type.replace(/^.*:/, ''))
  const own = areas.flatMap((area) => area.own ?? [])
  const written = new Set(own.map(({ segments: [folder, wave] }) => folder === 'blackboard' && wave))
  for (const { root } of areas) {
    const promise = promisedArtifact(openArea(root), agent, written)
    if (!promise) continue
    const { wave, path, contracts } = promise
    // In a folder that cannot be written, it would be told again and again.
    if (!markOnce(openArea(root), [writer.session, writer.subagent, wave, agent].join(' '))) return ''
    const what = contracts.length === 0 ? 'an artifact' : `a valid ${contracts.join(' or ')}`
    return escapeText(
      `workbench: the plan names "${agent}" in wave "${wave}", and it has delivered nothing there. Write ${what} to ${path}, with blackboard_write if you have it; then repeat your whole report, because your last message is not passed on. If there is nothing to deliver, say why and end`,
    )
  }
  return ''
}
