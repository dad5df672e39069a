import { ajv } from './ajv.js'
import { ata } from './ata.js'
import { cfworker } from './cfworker.js'
import { schemasafe } from './schemasafe.js'
import { typebox } from './typebox.js'
import { workbench } from './workbench.js'

/** The validators, by their name in the tables. @satisfies {Record<string, import('./types.d.ts').Peer>} */
export const peers = {
  workbench,
  ajv,
  '@exodus/schemasafe': schemasafe,
  typebox,
  'ata-validator': ata,
  '@cfworker/json-schema': cfworker,
}
