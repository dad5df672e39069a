import { randomUUID } from 'node:crypto'

const BUCKET_DIGITS = 3

/**
 * A new UUIDv7 (RFC 9562): the time in milliseconds, then random bits. It starts with the time, so new rows are adjacent in
 * an index.
 *
 * @param bucket what `bucketOf` returns for the id; by default random
 */
export function newId(bucket?: number): string {
  const time = Date.now().toString(16).padStart(12, '0')
  const random = randomUUID()
  const end =
    bucket === undefined ? random.slice(-BUCKET_DIGITS) : bucket.toString(16).padStart(BUCKET_DIGITS, '0')
  // The variant and the random bits of versions 4 and 7 are at the same positions.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15, -BUCKET_DIGITS)}${end}`
}

/** The key of a row of `projects` or `tasks`. */
export interface RowKey {
  id: string
  /** The rows of a bucket are on one shard of a distributed database. */
  bucket: number
}

/** The bucket of a project: the last 12 bits of its id, which are random. A task is in that of its project. */
export const bucketOf = (id: string): number => Number.parseInt(id.slice(-BUCKET_DIGITS), 16)

export const keyOf = (id: string): RowKey => ({ id, bucket: bucketOf(id) })

/** A new id for a task of a project: its last digits are those of the project, so that it carries the bucket. */
export const newTaskId = (projectId: string): string => newId(bucketOf(projectId))

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether `text` is a UUID. PostgreSQL rejects a comparison of a uuid column with any other text. */
export const isUuid = (text: string): boolean => UUID.test(text)
