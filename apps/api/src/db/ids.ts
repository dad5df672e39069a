import { v7 } from 'uuid'

/** A new UUIDv7. It starts with a timestamp, so new rows are adjacent in an index. */
export function newId(): string {
  return v7()
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether `text` is a UUID. PostgreSQL rejects a comparison of a uuid column with any other text. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}
