import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

import type { Caller, Scope } from './scopes.ts'

/** A key that lets a program in. Only its hash is known; the key itself is with the program. */
export interface ApiKey {
  caller: Caller
  /** SHA-256. A key is 32 random bytes, so that there is nothing that a slow hash would have to protect. */
  hash: Buffer
}

/** Tells keys from access tokens, and lets scanners for leaked secrets find them. */
const PREFIX = 'workbench_'

const RIGHTS: Readonly<Record<string, readonly Scope[]>> = {
  read: ['workbench:read'],
  write: ['workbench:write'],
  'read+write': ['workbench:read', 'workbench:write'],
}

const NAME = /^[\w.-]{1,64}$/
const HASH = /^[0-9a-f]{64}$/i

/** What a key may do, as its entry says it: `read`, `write` or `read+write`. */
export const KEY_RIGHTS = Object.keys(RIGHTS)

/** A new key, and the entry that lets it in. The key can never be had from the entry. */
export function createApiKey(name: string, rights: string): { key: string; entry: string } {
  const key = PREFIX + randomBytes(32).toString('base64url')
  const entry = `${name}:${rights}:${hashOf(key).toString('hex')}`
  parseKeyEntry(entry)
  return { key, entry }
}

/** An entry is not one; the message says what it must be, and leaves out what may be a key, put there by mistake. */
export class InvalidKeyEntry extends Error {
  override name = 'BadEntry'
}

/** Reads entries, apart by commas, blanks or lines; a line that begins with # is a comment. Throws BadEntry. */
export function parseKeyEntries(text: string): ApiKey[] {
  const entries = text
    .replaceAll(/^\s*#.*$/gm, '')
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
  return entries.map(parseKeyEntry)
}

function parseKeyEntry(entry: string): ApiKey {
  const [name = '', rights = '', hash = '', ...rest] = entry.split(':')
  const scopes = Object.hasOwn(RIGHTS, rights) ? RIGHTS[rights] : undefined
  if (scopes === undefined || !NAME.test(name) || !HASH.test(hash) || rest.length > 0) {
    throw new InvalidKeyEntry(
      `name:rights:sha256, where a name has 1 to 64 letters, digits, ".", "_" or "-", rights are ${KEY_RIGHTS.join(', ')}, and a SHA-256 has 64 hexadecimal digits`,
    )
  }
  return { caller: { id: `key:${name}`, scopes: new Set(scopes) }, hash: Buffer.from(hash, 'hex') }
}

/** Whether a credential is meant as a key. */
export const isApiKey = (credential: string): boolean => credential.startsWith(PREFIX)

/** Whose key it is; undefined when it is nobody's. */
export function findCaller(keys: readonly ApiKey[], key: string): Caller | undefined {
  const hash = hashOf(key)
  return keys.find((stored) => timingSafeEqual(stored.hash, hash))?.caller
}

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest()
