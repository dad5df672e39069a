import { createLocalJWKSet, createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose'

import { isHttpsOrLoopback, type OpenIdConfig } from '../config/auth.ts'

import { ProviderUnavailable } from './errors.ts'

const TIMEOUT_MS = 5_000
/** Minimum time between two reads of the key set that tokens with unknown keys cause. */
const COOLDOWN_MS = 30_000
/** How long requests to the provider fail immediately after one of them failed. */
const BACKOFF_MS = 5_000

export interface JwksOptions {
  cooldownMs?: number
  backoffMs?: number
}

/** As `fetch`, for a JSON document with status 200. `requireValid` throws if it is not what the provider must return. */
type FetchJson = (
  url: string,
  options: RequestInit,
  requireValid: (document: never) => void,
) => Promise<Response>

/**
 * Creates a function that returns the provider's public key for a token. The key set is read at the first token and
 * cached for ten minutes; a key that the provider revokes is accepted until then. It is read again if a token names an
 * unknown key. The function throws ProviderUnavailable if the key set cannot be read.
 */
export function createKeyResolver(
  { issuer }: OpenIdConfig,
  { cooldownMs = COOLDOWN_MS, backoffMs = BACKOFF_MS }: JwksOptions = {},
): JWTVerifyGetKey {
  const fetchJson = fetchWithBackoff(backoffMs)
  let opening: Promise<JWTVerifyGetKey> | undefined
  const open = async (): Promise<JWTVerifyGetKey> =>
    createRemoteJWKSet(new URL(await discoverJwksUrl(issuer, fetchJson)), {
      timeoutDuration: TIMEOUT_MS,
      cooldownDuration: cooldownMs,
      [customFetch]: (url, options) => fetchJson(url, options, createLocalJWKSet),
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
      throw new ProviderUnavailable(`The keys of ${issuer} cannot be read: ${String(error)}`, {
        cause: error,
      })
    }
  }
}

/** Whether the token is the cause. All other errors come from the connection to the provider. */
const isTokenError = (error: unknown): boolean =>
  error instanceof errors.JWKSNoMatchingKey ||
  error instanceof errors.JWKSMultipleMatchingKeys ||
  error instanceof errors.JOSENotSupported

/** Reads `jwks_uri` from the provider's metadata (OpenID Connect Discovery 1.0). */
async function discoverJwksUrl(issuer: string, fetchJson: FetchJson): Promise<string> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const options: RequestInit = { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) }
  const response = await fetchJson(url, options, (metadata: Record<string, unknown>) => {
    if (metadata['issuer'] !== issuer) throw new Error(`it is the metadata of ${String(metadata['issuer'])}`)
    const jwksUrl = metadata['jwks_uri']
    if (typeof jwksUrl !== 'string') throw new Error('it has no jwks_uri')
    const protocols = ['https:', new URL(issuer).protocol]
    if (!protocols.includes(new URL(jwksUrl).protocol) || !isHttpsOrLoopback(jwksUrl))
      throw new Error(`its jwks_uri must start with https://, but is ${jwksUrl}`)
  })
  return ((await response.json()) as { jwks_uri: string }).jwks_uri
}

/**
 * Returns a function that after a failure throws the same error for `backoffMs`, without a request. Clients then get
 * their 503 at once, and a provider that is down, or returns something else, gets few requests.
 */
function fetchWithBackoff(backoffMs: number): FetchJson {
  let failure: { error: unknown; until: number } | undefined
  return async (url, options, requireValid) => {
    if (failure !== undefined && performance.now() < failure.until) throw failure.error
    try {
      const response = await fetch(url, options)
      if (response.status !== 200) throw new Error(`it has status ${response.status}`)
      requireValid((await response.clone().json()) as never)
      failure = undefined
      return response
    } catch (cause) {
      const error = new Error(`The response of ${url} cannot be used: ${String(cause)}`, { cause })
      failure = { error, until: performance.now() + backoffMs }
      throw error
    }
  }
}
