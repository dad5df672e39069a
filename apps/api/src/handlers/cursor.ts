import { createHash } from 'node:crypto'

import { isUuid } from '../db/ids.ts'
import type { ListItem, SortKey } from '../domain/page.ts'

/** A position in a list: the item before a page, and the number of that page when the cursor was made. */
export interface Cursor {
  number: number
  after: ListItem | undefined
}

/** The value of `after` for the start of a list. */
export const START = 'start'

/** A longer name or title is cut, so that a link stays short: proxies accept only some kilobytes of headers. */
const MAX_TEXT_LENGTH = 30

/** Identifies a list, its filters and its sort order. The id of a project in another letter case is the same. */
const hashOf = (url: string, { field, direction }: SortKey<string>): string =>
  createHash('sha256').update(`${url.toLowerCase()} ${field},${direction}`).digest('base64url').slice(0, 10)

/**
 * Formats a cursor, which clients must treat as opaque.
 *
 * @param url the list and its filters
 */
export function formatCursor(url: string, key: SortKey<string>, number: number, after: ListItem): string {
  const characters = isText(key.field) ? Array.from(after.value ?? '') : undefined
  const value = characters?.slice(0, MAX_TEXT_LENGTH + 1).join('') ?? after.value
  return Buffer.from(JSON.stringify([hashOf(url, key), number, after.id, value])).toString('base64url')
}

/** Whether the value of a cursor is only the start of a text: it has one more character than the longest whole one. */
export const isCut = (field: string, value: string | null): value is string =>
  isText(field) && Array.from(value ?? '').length > MAX_TEXT_LENGTH

const isText = (field: string): boolean => field === 'name' || field === 'title'

/** Parses a cursor. Returns undefined if it is malformed, or of another list or sort order. */
export function parseCursor(text: string, url: string, key: SortKey<string>): Cursor | undefined {
  if (text === START) return { number: 0, after: undefined }
  try {
    const [hash, number, id, value] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]
    const isValid = hash === hashOf(url, key) && Number.isSafeInteger(number) && typeof id === 'string'
    if (!isValid || !isUuid(id) || !isValueOf(key.field, value)) return undefined
    return { number: Number(number), after: { id, value } }
  } catch {
    return undefined
  }
}

/** A cursor is not signed, so a client can send any values. They are checked because they become parameters of SQL. */
function isValueOf(field: string, value: unknown): value is string | null {
  if (value === null) return field === 'dueDate'
  if (typeof value !== 'string' || value.includes('\0')) return false
  if (field === 'id') return isUuid(value)
  if (field === 'dueDate') return isTime(`${value}T00:00:00.000Z`)
  return !field.endsWith('At') || isTime(value)
}

/** Whether a text is as `Date.prototype.toISOString` returns it, in the years 0001 to 9999. */
function isTime(text: string): boolean {
  const date = new Date(text)
  return /^(?!0000)\d{4}-/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString() === text
}
