/** A row, as far as clients decide about it: which of its versions it is, and its status. `absent`: there is none. */
export type State = `${number} ${string}` | 'absent'

/**
 * What may be read of everything that clients wrote, by what they were told: an answered write is the only state
 * that there is; a write without an answer may have been done or not.
 */
export class Ledger {
  readonly #admissible = new Map<string, Set<State>>()

  /** A write is sent: from now on there may be its state too. */
  sent(mark: string, state: State): void {
    this.#statesOf(mark).add(state)
  }

  /** The write was answered: it is done. */
  done(mark: string, state: State): void {
    this.#admissible.set(mark, new Set([state]))
  }

  get size(): number {
    return this.#admissible.size
  }

  /** What is wrong with the rows, in a line each: lost, doubled, or in a state that nobody asked for. */
  faults(rows: readonly Row[]): string[] {
    const found = new Map<string, State>()
    const faults: string[] = []
    for (const row of rows) {
      const { mark, state } = read(row)
      if (found.has(mark)) faults.push(`${mark} is there twice`)
      found.set(mark, state)
    }
    for (const [mark, states] of this.#admissible) {
      const state = found.get(mark) ?? 'absent'
      if (!states.has(state)) faults.push(`${mark} is ${state} instead of ${[...states].join(' or ')}`)
    }
    return faults
  }

  #statesOf(mark: string): Set<State> {
    const states = this.#admissible.get(mark) ?? new Set<State>(['absent'])
    this.#admissible.set(mark, states)
    return states
  }
}

/** A project or a task; the members that a write sets together are texts of one version. */
export interface Row {
  label: string
  description: string
  more: string
  status: string
}

/** Every project and task that clients of a ledger have written. */
export const EVERYTHING = `
  select name as label, description, '' as more, status from projects
  union all
  select title, description, concat(priority, ' ', due_date), status from tasks`

export const PRIORITIES = ['LOW', 'MEDIUM', 'HIGH'] as const

export function projectOf(mark: string, version: number) {
  return { name: `${mark} ${version}`, description: `version ${version}` }
}

export function taskOf(mark: string, version: number) {
  const [title, description] = [`${mark} ${version}`, `version ${version}`]
  return { title, description, priority: PRIORITIES[version % 3], dueDate: dateOf(version) }
}

function dateOf(version: number): string {
  return `2026-01-${String((version % 28) + 1).padStart(2, '0')}`
}

function read({ label, description, more, status }: Row): { mark: string; state: State } {
  const [mark = '', number = ''] = label.split(' ')
  const version = Number(number)
  const whole = more === '' || more === `${PRIORITIES[version % 3]} ${dateOf(version)}`
  const state = description === `version ${version}` && whole ? status : 'half done'
  return { mark, state: `${version} ${state}` }
}
