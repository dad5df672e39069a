import { readFileSync } from 'node:fs'

import { type ApiKeyEntry, parseApiKeyEntries } from '../config/api-key-entries.ts'
import type { AuthConfig } from '../config/auth.ts'
import { StartupError } from '../start/startup-error.ts'

import { verifyAccessToken } from './access-tokens.ts'
import { findCaller, isApiKey } from './api-keys.ts'
import { InvalidCredential } from './errors.ts'
import { createKeyResolver, type JwksOptions } from './jwks.ts'
import type { Caller } from './scopes.ts'

/** Returns the caller that an API key or an access token belongs to. Throws InvalidCredential or ProviderUnavailable. */
export type Authenticator = (credential: string) => Promise<Caller>

/**
 * Returns undefined if the configuration allows anonymous access.
 *
 * @throws StartupError if `API_KEYS_FILE` cannot be read
 */
export function createAuthenticator(config: AuthConfig, options?: JwksOptions): Authenticator | undefined {
  if (!config.isRequired) return undefined
  const { openId } = config
  const apiKeys = [...config.apiKeys, ...readApiKeysFile(config.apiKeysFile)]
  const resolveKey = openId && createKeyResolver(openId, options)
  return async (credential) => {
    if (openId !== undefined && resolveKey !== undefined && !isApiKey(credential))
      return verifyAccessToken(credential, openId, resolveKey)
    const caller = findCaller(apiKeys, credential)
    if (caller === undefined) throw new InvalidCredential('The API key is not known')
    return caller
  }
}

function readApiKeysFile(file: string | undefined): ApiKeyEntry[] {
  if (file === undefined) return []
  try {
    return parseApiKeyEntries(readFileSync(file, 'utf8'), `API_KEYS_FILE ${file}`)
  } catch (cause) {
    if (cause instanceof StartupError) throw cause
    throw new StartupError(`API_KEYS_FILE ${file} cannot be used: ${(cause as Error).message}`, { cause })
  }
}
