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
  { isOfSubagent, writer }: AgentEvent,
  roots: readonly string[],
  files: readonly TaskFile[],
): string {
  if (!isOfSubagent || writer.type === undefined) return ''
  // A plugin's agents have its name before theirs.
  const agent = segmentNameFrom(writer.type.replace(/^.*:/, ''))
  const written = files.flatMap(({ inArea = '', isOthers }) =>
    isOthers ? [] : (/^blackboard\/([^/]+)/.exec(inArea)?.[1] ?? []),
  )
  const promises = roots.map((root) => ({
    root,
    promise: promisedArtifact(openArea(root), agent, new Set(written)),
  }))
  const found = promises.find(({ promise }) => promise)
  if (!found?.promise) return ''
  const { wave, path, contracts } = found.promise
  // In a folder that cannot be written, it would be told again and again.
  if (!markOnce(openArea(found.root), [writer.session, writer.subagent, wave, agent].join(' '))) return ''
  const what = contracts.length === 0 ? 'an artifact' : `a valid ${contracts.join(' or ')}`
  return escapeText(
    `workbench: the plan names "${agent}" in wave "${wave}", and it has delivered nothing there. Write ${what} to ${path}, with blackboard_write if you have it; then repeat your whole report, because your last message is not passed on. If there is nothing to deliver, say why and end`,
  )
}
