import { type Advice, adviceOn as adviceOnArtifact, openArea } from '@workbench/workspace'

import { contracts } from '../project.ts'
import { temporaryFolder } from '@workbench/test-support/temporary-folder'

export type Members = Readonly<Record<string, unknown>>

/** The advice on a valid artifact. */
export function fullAdviceOn(schema: string, members: Members, area = openArea(temporaryFolder())) {
  const artifact = { schema, producedBy: 'agent', ...members }
  expect(contracts.get(schema).validate(artifact)).toEqual({ valid: true })
  return adviceOnArtifact(schema, artifact, area, contracts)
}

/** The advice on a valid artifact, each as `path rule`. */
export const adviceOn = (...args: Parameters<typeof fullAdviceOn>): string[] =>
  fullAdviceOn(...args).map(({ path, rule }: Advice) => `${path} ${rule}`)

/** The messages of the advice on a valid artifact. */
export const messagesOn = (...args: Parameters<typeof fullAdviceOn>): string[] =>
  fullAdviceOn(...args).map(({ message }: Advice) => message)

/** A plan with tasks in waves: `[['a'], ['b', 'a']]` are task a in the first wave, and task b, which depends on a, in the second. */
export const plan = (...waves: readonly (readonly (readonly [string, ...unknown[]])[])[]): Members => ({
  goal: 'g',
  waves: waves.map((tasks, wave) => ({
    id: `w${wave + 1}`,
    gate: {},
    tasks: tasks.map(([id, ...dependsOn]) => ({ id, description: 'd', agent: `agent-${id}`, dependsOn })),
  })),
})
