import type * as Crypto from 'node:crypto'
import { createRequire } from 'node:module'

let crypto: typeof Crypto | undefined

/** SHA-256 of a content, in 64 hexadecimal digits. */
export function digestOf(content: string | Uint8Array): string {
  // Loading takes 3 ms, a tenth of the hook, which rarely needs a digest.
  crypto ??= createRequire(import.meta.url)('node:crypto') as typeof Crypto
  return crypto.hash('sha256', content)
}
