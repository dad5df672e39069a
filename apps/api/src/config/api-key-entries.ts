import { ConfigError } from './env.ts'

/** An entry of `API_KEYS` or of the file in `API_KEYS_FILE`: what the server stores about one API key. */
export interface ApiKeyEntry {
  name: string
  rights: ApiKeyRights
  /** SHA-256 of the key. A key has 256 random bits, so a slow password hash would add no protection. */
  hash: Buffer
}

export const API_KEY_RIGHTS = ['read', 'write', 'read+write'] as const
type ApiKeyRights = (typeof API_KEY_RIGHTS)[number]

const NAME = /^[\w.-]{1,64}$/
const HASH = /^[0-9a-f]{64}$/i

/**
 * Parses entries that are separated by commas, spaces or line breaks. Lines that begin with `#` are comments.
 *
 * @param source names the setting in the error message
 * @throws ConfigError
 */
export function parseApiKeyEntries(text: string, source: string): ApiKeyEntry[] {
  const entries = text
    .replaceAll(/^\s*#.*$/gm, '')
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
  return entries.map((entry) => parseApiKeyEntry(entry, `Each entry of ${source}`))
}

/** @throws ConfigError that does not repeat the text, because it may be a key that was pasted in place of its entry */
export function parseApiKeyEntry(entry: string, subject = 'An entry'): ApiKeyEntry {
  const [name = '', rightsText = '', hash = '', ...rest] = entry.split(':')
  const rights = API_KEY_RIGHTS.find((each) => each === rightsText)
  if (rights === undefined || !NAME.test(name) || !HASH.test(hash) || rest.length > 0) {
    throw new ConfigError(
      `${subject} must be name:rights:sha256, where name is 1 to 64 letters, digits, ".", "_" or "-", rights is one of ${API_KEY_RIGHTS.join(', ')}, and sha256 is 64 hexadecimal digits`,
    )
  }
  return { name, rights, hash: Buffer.from(hash, 'hex') }
}
