import { randomUUID } from 'node:crypto'

/**
 * A new UUIDv7 (RFC 9562): the time in milliseconds, then random bits. It starts with the time, so new rows are adjacent in
 * an index.
 */
export function newId(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  // The variant and the random bits of versions 4 and 7 are at the same positions.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether `text` is a UUID. PostgreSQL rejects a comparison of a uuid column with any other text. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}
