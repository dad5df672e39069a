import { isUuid } from '../db/ids.ts'
import { type ListPosition, type ProjectSortField, sortFields, type TaskSortField } from '../domain/page.ts'
import { PROJECT_STATUSES } from '../domain/project.ts'
import { TASK_PRIORITIES, TASK_STATUSES } from '../domain/task.ts'
import { InvalidRequest } from '../problems/http-errors.ts'

import { toSortKeys } from './sort.ts'

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
  return Buffer.from(JSON.stringify(tuple)).toString('base64url')
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
    tuple = JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
  if (!isTuple(tuple)) return undefined
  const [list, sort, backward, preceding, values] = tuple
  const direction = backward === 1 ? 'backward' : 'forward'
  return { list, sort, direction, preceding: preceding ?? undefined, values: values ?? undefined }
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
