import { isObject } from '@workbench/contracts'
import { segments, token } from '@workbench/contracts/internal'
import type { ValidatedFile } from '@workbench/workspace'
import { group } from 'd3-array'

/** A remark on a value: why it is not valid, or a rule that it does not follow. */
export interface Note {
  readonly kind: 'violation' | 'advice'
  /** JSON Pointer. */
  readonly path: string
  readonly message: string
}

/** The notes of an artifact, by the pointers to values and by those to the objects around them. */
interface Notes {
  readonly at: ReadonlyMap<string, readonly Note[]>
  readonly below: ReadonlyMap<string, readonly Note[]>
}

/** The most items of one list that a page shows. */
const MAX_ITEMS = 200

/**
 * A value of an artifact that may have any type, and the violations at its location. Views read artifacts through it, so
 * that they can show invalid ones: what is missing or of another type is shown with its violation.
 */
export class ArtifactValue {
  readonly value: unknown
  /** JSON Pointer. */
  readonly pointer: string
  readonly #notes: Notes

  constructor(value: unknown, notes: Notes, pointer = '') {
    this.value = value
    this.pointer = pointer
    this.#notes = notes
  }

  get notes(): readonly Note[] {
    return this.#notes.at.get(this.pointer) ?? []
  }

  /** Whether there is a value, or a violation because there is none. */
  get isShown(): boolean {
    return this.value !== undefined || this.notes.length > 0
  }

  /** The text of a string or a number; empty for other types. */
  get text(): string {
    return typeof this.value === 'string' || typeof this.value === 'number' ? String(this.value) : ''
  }

  /** The texts of members, without the empty ones: `F-01 The offset is committed too early`. */
  texts(...names: readonly string[]): string {
    return names
      .map((name) => this.at(name).text)
      .filter((text) => text !== '')
      .join(' ')
  }

  /** The names of an object's members, then of those that are missing although they are required. */
  get names(): string[] {
    if (!isObject(this.value)) return []
    const noted = (this.#notes.below.get(this.pointer) ?? []).map(({ path }) => segments(path).at(-1) ?? '')
    return [...new Set([...Object.keys(this.value), ...noted])]
  }

  /** The items of a list, at most {@link MAX_ITEMS}; a single value that is not in a list counts as its only item. */
  get items(): ArtifactValue[] {
    const { value } = this
    if (value === undefined) return []
    return Array.isArray(value)
      ? value.slice(0, MAX_ITEMS).map((item, index) => this.#child(item, index))
      : [this]
  }

  /** How many items there are beyond {@link items}. */
  get more(): number {
    return Array.isArray(this.value) ? Math.max(0, this.value.length - MAX_ITEMS) : 0
  }

  /** The member of an object; one without a value if there is no such member. */
  at(name: string): ArtifactValue {
    const value = isObject(this.value) && Object.hasOwn(this.value, name) ? this.value[name] : undefined
    return this.#child(value, name)
  }

  #child(value: unknown, name: string | number): ArtifactValue {
    return new ArtifactValue(value, this.#notes, this.pointer + token(name))
  }
}

/** Reads an artifact with the violations of its verdict, or the advice on a valid one. */
export function toArtifactValue(
  value: unknown,
  { valid, violations, advice = [] }: ValidatedFile,
): ArtifactValue {
  const kind: Note['kind'] = valid ? 'advice' : 'violation'
  const notes = (valid ? advice : violations).map(({ path, message }): Note => ({ kind, path, message }))
  const inside = notes.filter(({ path }) => path !== '')
  return new ArtifactValue(value, {
    at: group(notes, ({ path }) => path),
    below: group(inside, ({ path }) => path.slice(0, path.lastIndexOf('/'))),
  })
}
