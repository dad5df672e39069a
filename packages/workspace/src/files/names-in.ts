import { readdirSync } from 'node:fs'

/** The names of the entries of a folder; none if it cannot be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
