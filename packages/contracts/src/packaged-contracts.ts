import { join } from 'node:path'

/** The directory of the contracts in this package. `schemas` is next to this file, and next to the bundle in `dist`. */
export const packagedContracts = (): string => join(import.meta.dirname, 'schemas')
