import { isObject } from '@workbench/contracts'

export interface PlannedTask {
  readonly id: string
  readonly agent: string
  readonly dependsOn: readonly string[]
  /** All that the plan says of it. */
  readonly members: Readonly<Record<string, unknown>>
}

export interface PlannedWave {
  readonly id: string
  readonly tasks: readonly PlannedTask[]
  readonly gate: unknown
}

/** The waves of a plan that may be invalid; what has another type is left out, and a name of another type is empty. */
export const plannedWaves = (plan: unknown): PlannedWave[] =>
  objectsIn(isObject(plan) ? plan['waves'] : undefined).map(({ id, tasks, gate }) => ({
    id: textOf(id),
    tasks: objectsIn(tasks).map((members) => ({
      id: textOf(members['id']),
      agent: textOf(members['agent']),
      dependsOn: listOf(members['dependsOn']).map(textOf),
      members,
    })),
    gate,
  }))

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

const objectsIn = (value: unknown) => listOf(value).filter(isObject)
