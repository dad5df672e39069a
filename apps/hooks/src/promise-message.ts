import { escapeText } from '@workbench/contracts'
import { markOnce, openArea, promisedArtifact, segmentNameFrom } from '@workbench/workspace'

import type { AgentEvent } from './event/parse-event.ts'
import type { TaskFile } from './task.ts'

/**
 * What a subagent is told, once, that ends without the artifact that the plan names it for; empty if it has delivered.
 * @param roots the projects in which it can have worked
 * @param files those of their working areas that it wrote, and of others
 */
export function promiseMessage(
  { isOfSubagent, isStopHookActive, writer }: AgentEvent,
  roots: readonly string[],
  files: readonly TaskFile[],
): string {
  if (!isOfSubagent || isStopHookActive || writer.type === undefined) return ''
  // A plugin's agents have its name before theirs.
  const agent = segmentNameFrom(writer.type.replace(/^.*:/, ''))
  const written = files.flatMap(({ inArea = '', isOthers }) =>
    isOthers ? [] : (/^blackboard\/([^/]+)/.exec(inArea)?.[1] ?? []),
  )
  const found = roots
    .map((root) => ({ root, ...promisedArtifact(openArea(root), agent, written) }))
    .find(({ path }) => path !== undefined)
  if (!found?.path) return ''
  // In a folder that cannot be written, it would be told again and again.
  if (!markOnce(openArea(found.root), [writer.session, writer.subagent, found.path].join(' '))) return ''
  return escapeText(
    `workbench: ${found.message}, with blackboard_write if you have it; then repeat your whole report, because your last message is not passed on. If there is nothing to deliver, say why and end`,
  )
}
