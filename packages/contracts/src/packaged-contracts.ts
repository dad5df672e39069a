import { join } from 'node:path'

/** The contracts inside the package: `schemas` stands beside this file, as it does beside the bundle made of it. */
export const packagedContracts = (): string => join(import.meta.dirname, 'schemas')
