import { isObject } from '@workbench/contracts'

export interface PlannedTask {
  readonly id: string
  readonly agent: string
  readonly dependsOn: readonly string[]
}

export interface PlannedWave {
  readonly id: string
  readonly tasks: readonly PlannedTask[]
  readonly gate: unknown
}

/** The waves of a plan that may be invalid; what has another type is left out. */
export const wavesOf = (plan: unknown): PlannedWave[] =>
  objectsOf(memberOf(plan, 'waves')).map((wave) => ({
    id: textOf(wave['id']),
    tasks: objectsOf(wave['tasks']).map((task) => ({
      id: textOf(task['id']),
      agent: textOf(task['agent']),
      dependsOn: listOf(task['dependsOn']).map(textOf),
    })),
    gate: wave['gate'],
  }))

/** A member of a handoff or a plan, if it is a string. */
export const textAt = (value: unknown, name: string): string => textOf(memberOf(value, name))

const memberOf = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined)

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

const objectsOf = (value: unknown) => listOf(value).filter(isObject)
