import { readFileSync } from 'node:fs'

import { StartFailure } from '../config/startup-error.ts'

import { InvalidCredential } from './errors.ts'
import { BadEntry, findKey, isKey, parseKeys, type StoredKey } from './api-keys.ts'
import { providerKeys, type ProviderOptions } from './jwks.ts'
import type { Caller } from './scopes.ts'
import { type AccessSettings, isGuarded } from '../config/auth.ts'
import { verifyToken } from './access-tokens.ts'

/** Who may come in. */
export interface Access {
  /**
   * Whose credential it is; undefined when everyone may come in without one. Throws InvalidCredential and
   * ProviderUnavailable.
   */
  authenticate: ((credential: string) => Promise<Caller>) | undefined
  /** The provider whose tokens are accepted, if any. */
  issuer: string | undefined
  acceptsKeys: boolean
}

/** Throws StartFailure when the file with the keys cannot be read. */
export function openAccess(settings: AccessSettings, options?: ProviderOptions): Access {
  const keys = [...settings.keys, ...keysIn(settings.keysFile)]
  const { openId } = settings
  if (!isGuarded(settings)) return { authenticate: undefined, issuer: undefined, acceptsKeys: false }
  const provider = openId && { openId, keys: providerKeys(openId, options) }
  return {
    issuer: openId?.issuer,
    acceptsKeys: keys.length > 0,
    authenticate: async (credential) => {
      if (provider === undefined || isKey(credential)) return callerWith(credential, keys)
      return verifyToken(credential, provider.openId, provider.keys)
    },
  }
}

function callerWith(credential: string, keys: readonly StoredKey[]): Caller {
  const caller = findKey(keys, credential)
  if (caller === undefined) throw new InvalidCredential('The key is not known')
  return caller
}

function keysIn(file: string | undefined): StoredKey[] {
  if (file === undefined) return []
  try {
    return parseKeys(readFileSync(file, 'utf8'))
  } catch (error) {
    const reason =
      error instanceof BadEntry ? `each entry must be ${error.message}` : (error as Error).message
    throw new StartFailure(`API_KEYS_FILE ${file} cannot be used: ${reason}`, { cause: error })
  }
}
