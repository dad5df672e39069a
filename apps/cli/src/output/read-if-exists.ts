import { readFileSync } from 'node:fs'

/** The text of a generated file; undefined if it cannot be read, so that it is out of date. */
export function readIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
