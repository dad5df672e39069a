import { getBuiltinModule } from 'node:process'

/** SHA-256 of a content, in 64 hexadecimal digits. */
export const digestOf = (content: string | Uint8Array): string =>
  // Not imported, because it takes long to load, and most starts need no digest.
  getBuiltinModule('node:crypto').hash('sha256', content)
