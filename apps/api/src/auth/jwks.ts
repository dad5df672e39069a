import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose'

import type { OpenIdConfig } from '../config/auth.ts'

import { ProviderUnavailable } from './errors.ts'

const TIMEOUT_MS = 5_000
/** How long the key set is cached. A key that the provider revokes is accepted until then. */
const CACHE_MAX_AGE_MS = 10 * 60_000
/** Minimum time between two reads of the key set that tokens with unknown keys cause. */
const COOLDOWN_MS = 30_000
/** How long requests to the provider fail immediately after one of them failed. */
const BACKOFF_MS = 5_000

export interface JwksOptions {
  /** Default: 30,000. */
  cooldownMs?: number
  /** Default: 5,000. */
  backoffMs?: number
}

type Fetch = (url: string, options: RequestInit) => Promise<Response>

/**
 * Creates a function that returns the provider's public key for a token. The key set is read at the first token and
 * cached. It is read again if a token names an unknown key. The function throws ProviderUnavailable if the key set
 * cannot be read.
 */
export function createKeyResolver(
  { issuer, jwksUrl }: OpenIdConfig,
  { cooldownMs = COOLDOWN_MS, backoffMs = BACKOFF_MS }: JwksOptions = {},
): JWTVerifyGetKey {
  const fetch = fetchWithBackoff(backoffMs)
  let opening: Promise<JWTVerifyGetKey> | undefined
  const open = async (): Promise<JWTVerifyGetKey> =>
    createRemoteJWKSet(new URL(jwksUrl ?? (await discoverJwksUrl(issuer, fetch))), {
      timeoutDuration: TIMEOUT_MS,
      cacheMaxAge: CACHE_MAX_AGE_MS,
      cooldownDuration: cooldownMs,
      [customFetch]: fetch,
    })
  return async (header, token) => {
    try {
      opening ??= open()
      const keys = await opening.catch((error: unknown) => {
        opening = undefined
        throw error
      })
      return await keys(header, token)
    } catch (error) {
      if (isTokenError(error)) throw error
      throw new ProviderUnavailable(`The keys of ${issuer} cannot be read`, { cause: error })
    }
  }
}

/** Whether the token is the cause. All other errors come from the connection to the provider. */
const isTokenError = (error: unknown): boolean =>
  error instanceof errors.JWKSNoMatchingKey ||
  error instanceof errors.JWKSMultipleMatchingKeys ||
  error instanceof errors.JOSENotSupported

/** Reads `jwks_uri` from the provider's metadata (OpenID Connect Discovery 1.0). */
async function discoverJwksUrl(issuer: string, fetch: Fetch): Promise<string> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (response.status !== 200) throw new Error(`${url} returned status ${response.status}`)
  const metadata = (await response.json()) as { issuer?: unknown; jwks_uri?: unknown }
  if (metadata.issuer !== issuer) throw new Error(`${url} is the metadata of ${String(metadata.issuer)}`)
  if (typeof metadata.jwks_uri !== 'string') throw new Error(`${url} has no jwks_uri`)
  return metadata.jwks_uri
}

/**
 * Returns a `fetch` that after a failure throws the same error for `backoffMs`, without a request. Clients then get
 * their 503 at once, and a provider that is down gets few requests.
 */
function fetchWithBackoff(backoffMs: number): Fetch {
  let failure: { error: unknown; until: number } | undefined
  return async (url, options) => {
    if (failure !== undefined && Date.now() < failure.until) throw failure.error
    try {
      const response = await fetch(url, options)
      failure = response.ok
        ? undefined
        : { error: new Error(`${url} returned status ${response.status}`), until: Date.now() + backoffMs }
      return response
    } catch (error) {
      failure = { error, until: Date.now() + backoffMs }
      throw error
    }
  }
}
