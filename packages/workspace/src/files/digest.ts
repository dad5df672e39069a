import { getBuiltinModule } from 'node:process'

/** Digest of a content, in hexadecimal digits: 64 for SHA-256, the default. */
export const digestOf = (content: string | Uint8Array, algorithm: 'sha1' | 'sha256' = 'sha256'): string =>
  // Not imported, because it takes long to load, and most starts need no digest.
  getBuiltinModule('node:crypto').hash(algorithm, content)
