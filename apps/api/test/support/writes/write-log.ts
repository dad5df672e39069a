/** The state of a row: its version and its status, or `absent` if it does not exist. */
export type State = `${number} ${string}` | 'absent'

/**
 * Records the writes of clients. After an acknowledged write, a row must have exactly its state; after a write without a
 * response, the row may have the state before or after it.
 */
export class WriteLog {
  readonly #possibleStates = new Map<string, Set<State>>()
  /** The mark and the state of each acknowledged write that is no deletion. */
  readonly #acknowledged = new Set<string>()

  /** Records a write before it is sent: its state becomes possible. */
  sent(mark: string, state: State): void {
    this.#statesOf(mark).add(state)
  }

  /** Records a successful response: its state is the only possible one. */
  acknowledged(mark: string, state: State): void {
    this.#possibleStates.set(mark, new Set([state]))
    if (state !== 'absent') this.#acknowledged.add(`${mark} ${state}`)
  }

  /** Returns a line for each acknowledged state that the change feed has not had, also of one that was replaced later. */
  missingIn(states: ReadonlySet<string>): string[] {
    return [...this.#acknowledged]
      .filter((state) => !states.has(state))
      .map((state) => `No change to ${state}`)
  }

  get size(): number {
    return this.#possibleStates.size
  }

  /** Compares the rows with the recorded writes. Returns a line for each row that is missing, duplicate, or in another state. */
  check(rows: readonly Row[]): string[] {
    const found = new Map<string, State>()
    const errors: string[] = []
    for (const row of rows) {
      const { mark, state } = read(row)
      if (found.has(mark)) errors.push(`${mark} exists twice`)
      found.set(mark, state)
    }
    for (const [mark, states] of this.#possibleStates) {
      const state = found.get(mark) ?? 'absent'
      if (!states.has(state)) errors.push(`${mark} is ${state}; expected ${[...states].join(' or ')}`)
    }
    return errors
  }

  #statesOf(mark: string): Set<State> {
    const states = this.#possibleStates.get(mark) ?? new Set<State>(['absent'])
    this.#possibleStates.set(mark, states)
    return states
  }
}

/** A project or a task. The fields of a write contain its version, to detect partial writes. */
export interface Row {
  label: string
  description: string
  more: string
  status: string
}

/** All projects and tasks. */
export const ALL_ROWS = `
  select name as label, description, '' as more, status from projects
  union all
  select title, description, concat(priority, ' ', due_date), status from tasks`

const PRIORITIES = ['LOW', 'MEDIUM', 'HIGH'] as const

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
  const isComplete = more === '' || more === `${PRIORITIES[version % 3]} ${dateOf(version)}`
  const state = description === `version ${version}` && isComplete ? status : 'partially written'
  return { mark, state: `${version} ${state}` }
}
