import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { openContracts } from '@workbench/contracts'

export { ids, resolve, type Schema, schemaFiles, schemaOf } from '@workbench/test-support/contract-files'

const schemas = new URL('../../../../schemas/', import.meta.url)
const examples = new URL('../../../../docs/examples/valid/', import.meta.url)

/** The valid example of a contract, which tests edit. */
export const baseArtifact = (id: string): unknown =>
  JSON.parse(readFileSync(new URL(`${id}.json`, examples), 'utf8'))

/** The contracts of this repository. */
export const contracts = openContracts({ directory: fileURLToPath(schemas) })
