import { stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Identifies the files of a data directory. The text differs after they are restored from a backup, because PostgreSQL
 * writes `PG_VERSION` only once: a copy has another inode and another time of its last status change.
 */
export async function identifyFiles(data: string): Promise<string> {
  const { ino, ctimeMs } = await stat(join(data, 'PG_VERSION'))
  return `.${ino}.${Math.floor(ctimeMs)}`
}
