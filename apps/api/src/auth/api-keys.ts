import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

import { type ApiKeyEntry, parseApiKeyEntry } from '../config/api-key-entries.ts'

import type { Caller, Scope } from './scopes.ts'

/** Distinguishes API keys from access tokens, and lets secret scanners find them. */
const PREFIX = 'workbench_'

const SCOPES_OF_RIGHTS: Record<ApiKeyEntry['rights'], readonly Scope[]> = {
  read: ['workbench:read'],
  write: ['workbench:write'],
  'read+write': ['workbench:read', 'workbench:write'],
}

/**
 * Creates an API key and the entry to configure for it. The key cannot be recovered from the entry.
 *
 * @throws ConfigError if the name or the rights are not valid
 */
export function createApiKey(name: string, rights: string): { key: string; entry: string } {
  const key = PREFIX + randomBytes(32).toString('base64url')
  const entry = `${name}:${rights}:${sha256(key).toString('hex')}`
  parseApiKeyEntry(entry)
  return { key, entry }
}

export const isApiKey = (credential: string): boolean => credential.startsWith(PREFIX)

/** Returns the caller whose key this is; undefined if no entry has its hash. */
export function findCaller(entries: readonly ApiKeyEntry[], key: string): Caller | undefined {
  const hash = sha256(key)
  const entry = entries.find((each) => timingSafeEqual(each.hash, hash))
  return entry && { id: `key:${entry.name}`, scopes: new Set(SCOPES_OF_RIGHTS[entry.rights]) }
}

const sha256 = (key: string): Buffer => createHash('sha256').update(key).digest()
