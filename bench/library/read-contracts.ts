import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Reads the contract files of a directory, by the id of the contract. */
export function readContracts(directory: string): Record<string, Record<string, unknown>> {
  return Object.fromEntries(
    readdirSync(directory).map((file) => [
      file.replace('.schema.json', ''),
      JSON.parse(readFileSync(join(directory, file), 'utf8')) as Record<string, unknown>,
    ]),
  )
}
