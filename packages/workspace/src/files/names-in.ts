import { existsSync, readdirSync } from 'node:fs'

/** The names of the entries of a folder; none if it cannot be read. */
export function namesIn(folder: string): string[] {
  try {
    // An error for a missing folder captures a stack trace.
    return existsSync(folder) ? readdirSync(folder) : []
  } catch {
    return []
  }
}
