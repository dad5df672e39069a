import { randomFillSync } from 'node:crypto'

/** Random bytes are drawn many at a time, for each call to the system costs more than what it brings. */
const pool = Buffer.alloc(4096)
let used = pool.length

/** That many random bytes, to be read at once: a later call may write over them. */
export function randomBytes(count: number): Buffer {
  if (used + count > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += count
  return pool.subarray(used - count, used)
}
