import { existsSync, readdirSync } from 'node:fs'

import { attempt } from '../attempt.ts'

/** The names of the entries of a folder; none if it cannot be read. */
export const namesIn = (folder: string): string[] =>
  // An error for a missing folder captures a stack trace.
  attempt(() => (existsSync(folder) ? readdirSync(folder) : undefined)) ?? []
