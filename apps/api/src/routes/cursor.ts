import { deflateRawSync, inflateRawSync } from 'node:zlib'

import { isUuid } from '../db/ids.ts'
import {
  type ListPosition,
  type ProjectSortField,
  sortFields,
  type SortKey,
  type TaskSortField,
} from '../domain/page.ts'
import { PROJECT_STATUSES } from '../domain/project.ts'
import { TASK_PRIORITIES, TASK_STATUSES } from '../domain/task.ts'
import { InvalidRequest } from '../problems/http-errors.ts'

/** The value of `after` for the start of a list. */
export const START = 'start'

/** A position in a list, for the list, the filters and the sort order that it belongs to. */
export interface Cursor extends ListPosition {
  /** Identifies the list and its filters. */
  list: string
  /** As in `formatSort`. */
  sort: string
  /** How many items preceded the position when the cursor was made; undefined at the end of the list. */
  preceding: number | undefined
}

/** A longer cursor is compressed: proxies accept only some kilobytes of headers, and a `Link` header has two cursors. */
const MAX_PLAIN_BYTES = 768
const MAX_JSON_BYTES = 16 * 1024
/** The start of a compressed cursor. Any other one starts with `W`, as `[` in base64. */
const COMPRESSED = 'z'

type Tuple = [list: string, sort: string, backward: 0 | 1, preceding: number | null, values: Values | null]
type Values = (string | null)[]

/** Clients must treat a cursor as opaque. */
export function formatCursor({ list, sort, direction, preceding, values }: Cursor): string {
  const tuple: Tuple = [
    list,
    sort,
    direction === 'backward' ? 1 : 0,
    preceding ?? null,
    values ? [...values] : null,
  ]
  const text = Buffer.from(JSON.stringify(tuple))
  return text.length <= MAX_PLAIN_BYTES
    ? text.toString('base64url')
    : COMPRESSED + deflateRawSync(text).toString('base64url')
}

/**
 * Parses the `after` parameter of a list.
 *
 * @throws InvalidRequest if it is malformed, or belongs to another list or sort order
 */
export function parseCursor(after: string, list: string, sort: string): Cursor {
  if (after === START) return { list, sort, direction: 'forward', preceding: 0, values: undefined }
  const cursor = decode(after)
  if (cursor === undefined) throw invalid('must be "start" or a cursor from the Link header of this list')
  if (cursor.list !== list)
    throw invalid('is a cursor of another list or of other filters; begin with after=start')
  if (cursor.sort !== sort) {
    const query = `sort=${cursor.sort.replaceAll(' ', '&sort=')}`
    throw invalid(`is a cursor of ${query}; send that sort, or begin with after=start`)
  }
  return cursor
}

const invalid = (message: string): InvalidRequest => new InvalidRequest([{ field: 'after', message }])

function decode(text: string): Cursor | undefined {
  let tuple: unknown
  try {
    tuple = JSON.parse(toJson(text))
  } catch {
    return undefined
  }
  if (!isTuple(tuple)) return undefined
  const [list, sort, backward, preceding, values] = tuple
  const direction = backward === 1 ? 'backward' : 'forward'
  return { list, sort, direction, preceding: preceding ?? undefined, values: values ?? undefined }
}

function toJson(cursor: string): string {
  if (!cursor.startsWith(COMPRESSED)) return Buffer.from(cursor, 'base64url').toString()
  const compressed = Buffer.from(cursor.slice(COMPRESSED.length), 'base64url')
  return inflateRawSync(compressed, { maxOutputLength: MAX_JSON_BYTES }).toString()
}

/** A cursor is not signed, so a client can send any values. They are checked because they become parameters of SQL. */
function isTuple(tuple: unknown): tuple is Tuple {
  if (!Array.isArray(tuple) || tuple.length !== 5) return false
  const [list, sort, backward, preceding, values] = tuple as unknown[]
  return (
    typeof list === 'string' &&
    typeof sort === 'string' &&
    (backward === 0 || backward === 1) &&
    (preceding === null || (Number.isSafeInteger(preceding) && Number(preceding) >= 0)) &&
    (values === null || (Array.isArray(values) && areValuesOf(sort, values)))
  )
}

function areValuesOf(sort: string, values: readonly unknown[]): boolean {
  const fields = sortFields(toSortKeys(sort.split(' ')))
  return (
    fields.length === values.length &&
    fields.every((field, i) => Object.hasOwn(IS_VALUE, field) && IS_VALUE[field as Field](values[i]))
  )
}

type Field = ProjectSortField | TaskSortField

/** Text that PostgreSQL can store. */
const isText = (value: unknown): value is string =>
  typeof value === 'string' && /^[^\0\p{Surrogate}]*$/u.test(value)
const isOneOf = (words: readonly string[]) => (value: unknown) => words.includes(value as string)
const isTime = (value: unknown): boolean => isText(value) && isIso(value, value)
const isDate = (value: unknown): boolean => isText(value) && isIso(`${value}T00:00:00.000Z`, value)

/** Whether `time` is as in `Date.prototype.toISOString`, in the years 0001 to 9999. */
function isIso(time: string, value: string): boolean {
  const date = new Date(time)
  return /^(?!0000)\d{4}-/.test(value) && !Number.isNaN(date.getTime()) && date.toISOString() === time
}

const IS_VALUE: Record<Field, (value: unknown) => boolean> = {
  id: (value) => isText(value) && isUuid(value),
  name: isText,
  title: isText,
  status: isOneOf([...PROJECT_STATUSES, ...TASK_STATUSES]),
  priority: isOneOf(TASK_PRIORITIES),
  dueDate: (value) => value === null || isDate(value),
  createdAt: isTime,
  updatedAt: isTime,
}

/** Converts the values of `sort`, after validation. The direction is ascending by default. */
export function toSortKeys<Field extends string>(sort: readonly string[]): SortKey<Field>[] {
  return sort.map((text) => {
    const [field, direction = 'asc'] = text.split(',')
    return { field: field as Field, direction: direction.toLowerCase() === 'desc' ? 'desc' : 'asc' }
  })
}

/** The sort keys in one spelling, separated by spaces: `priority,desc dueDate,asc`. */
export function formatSort(sort: readonly SortKey<string>[]): string {
  return sort.map(({ field, direction }) => `${field},${direction}`).join(' ')
}
