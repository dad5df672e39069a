import { createHash } from 'node:crypto'

/** SHA-256 of a content, in 64 hexadecimal digits. */
export const digestOf = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex')
