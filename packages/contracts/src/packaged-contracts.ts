import { fileURLToPath } from 'node:url'

/** The contracts inside the package: `schemas` stands beside this file, as it does beside the bundle made of it. */
export const packagedContracts = (): string => fileURLToPath(new URL('./schemas', import.meta.url))
