import type * as Crypto from 'node:crypto'
import { createRequire } from 'node:module'

/** SHA-256 of a content, in 64 hexadecimal digits. */
export const digestOf = (content: string | Uint8Array): string =>
  loadCrypto().createHash('sha256').update(content).digest('hex')

/** Loading takes 3 ms, a tenth of the hook, which rarely needs a digest. */
const loadCrypto = (): typeof Crypto => createRequire(import.meta.url)('node:crypto') as typeof Crypto
