import { getBuiltinModule } from 'node:process'

/** SHA-256 of a content, in 64 hexadecimal digits. */
export const digestOf = (content: string | Uint8Array): string =>
  // Not imported, because Node takes as long to load it as to read and validate an artifact, which needs no digest.
  getBuiltinModule('node:crypto').hash('sha256', content)
