import { readFileSync } from 'node:fs'

import { StartupError } from '../config/startup-error.ts'

import { InvalidCredential } from './errors.ts'
import { InvalidKeyEntry, findCaller, isApiKey, parseKeyEntries, type ApiKey } from './api-keys.ts'
import { createKeyResolver, type JwksOptions } from './jwks.ts'
import type { Caller } from './scopes.ts'
import { type AuthConfig, requiresAuthentication } from '../config/auth.ts'
import { verifyAccessToken } from './access-tokens.ts'

/** Who may come in. */
export interface Authenticator {
  /**
   * Whose credential it is; undefined when everyone may come in without one. Throws InvalidCredential and
   * ProviderUnavailable.
   */
  authenticate: ((credential: string) => Promise<Caller>) | undefined
  /** The provider whose tokens are accepted, if any. */
  issuer: string | undefined
  acceptsKeys: boolean
}

/** Throws StartupError when the file with the keys cannot be read. */
export function createAuthenticator(settings: AuthConfig, options?: JwksOptions): Authenticator {
  const keys = [...settings.keys, ...readKeysFile(settings.keysFile)]
  const { openId } = settings
  if (!requiresAuthentication(settings))
    return { authenticate: undefined, issuer: undefined, acceptsKeys: false }
  const provider = openId && { openId, keys: createKeyResolver(openId, options) }
  return {
    issuer: openId?.issuer,
    acceptsKeys: keys.length > 0,
    authenticate: async (credential) => {
      if (provider === undefined || isApiKey(credential)) return authenticateKey(credential, keys)
      return verifyAccessToken(credential, provider.openId, provider.keys)
    },
  }
}

function authenticateKey(credential: string, keys: readonly ApiKey[]): Caller {
  const caller = findCaller(keys, credential)
  if (caller === undefined) throw new InvalidCredential('The key is not known')
  return caller
}

function readKeysFile(file: string | undefined): ApiKey[] {
  if (file === undefined) return []
  try {
    return parseKeyEntries(readFileSync(file, 'utf8'))
  } catch (error) {
    const reason =
      error instanceof InvalidKeyEntry ? `each entry must be ${error.message}` : (error as Error).message
    throw new StartupError(`API_KEYS_FILE ${file} cannot be used: ${reason}`, { cause: error })
  }
}
