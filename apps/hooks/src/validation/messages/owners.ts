import { isObject } from '@workbench/contracts'

/** `.workbench/blackboard/<wave>/<agent>.json` */
const ARTIFACT = /\.workbench[\\/]blackboard[\\/][^\\/]+[\\/]([^\\/]+)\.json$/i

/** The agents that a file says wrote it: the one in its path, and its `producedBy`. */
export function ownersOf(path: string, read: () => Uint8Array): string[] {
  const agent = ARTIFACT.exec(path)?.[1]
  const producer = producedBy(read)
  return [...new Set([agent, producer].filter((name) => name !== undefined))]
}

/** Undefined if the text is not JSON, or has no such member. */
function producedBy(read: () => Uint8Array): string | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(read()).toString())
    return isObject(value) && typeof value['producedBy'] === 'string' ? value['producedBy'] : undefined
  } catch {
    return undefined
  }
}

/** Whether a subagent must correct a file: one that it wrote, or whose writer is not known. The main agent is responsible for all. */
export const isResponsible = (subagent: readonly string[] | undefined, owners: readonly string[]): boolean =>
  subagent === undefined || owners.length === 0 || owners.some((owner) => subagent.includes(owner))
