import { v7 } from 'uuid'

import { randomBytes } from '../random/bytes.ts'

/** A new id. Ids grow with time, so that new rows stand together in an index. */
export function newId(): string {
  return v7({ random: randomBytes(16) })
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether the text can be the id of a row at all; the database refuses to compare anything else with one. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}
