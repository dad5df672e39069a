import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose'

import { ProviderUnavailable } from './errors.ts'
import type { OpenIdConfig } from '../config/auth.ts'

const TIMEOUT_MS = 5_000
/** After how long the keys are read again; one that the provider took back is accepted until then. */
const MAX_AGE_MS = 10 * 60_000
/** How long no token with an unknown key makes the server read the keys again. */
const COOLDOWN_MS = 30_000
/** How long a provider that failed is left alone. */
const BACKOFF_MS = 5_000

export interface JwksOptions {
  cooldownMs?: number
  backoffMs?: number
}

type Fetch = (url: string, options: RequestInit) => Promise<Response>

/**
 * The public keys of a provider, read when the first token comes, kept, and read again when a token names a key that
 * is not among them. Throws ProviderUnavailable when they cannot be read.
 */
export function createKeyResolver(
  { issuer, jwksUrl }: OpenIdConfig,
  { cooldownMs = COOLDOWN_MS, backoffMs = BACKOFF_MS }: JwksOptions = {},
): JWTVerifyGetKey {
  const ask = fetchWithBackoff(backoffMs)
  let opening: Promise<JWTVerifyGetKey> | undefined
  const open = async (): Promise<JWTVerifyGetKey> =>
    createRemoteJWKSet(new URL(jwksUrl ?? (await discoverJwksUrl(issuer, ask))), {
      timeoutDuration: TIMEOUT_MS,
      cacheMaxAge: MAX_AGE_MS,
      cooldownDuration: cooldownMs,
      [customFetch]: ask,
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

/** Everything else went wrong between here and the provider. */
const isTokenError = (error: unknown): boolean =>
  error instanceof errors.JWKSNoMatchingKey ||
  error instanceof errors.JWKSMultipleMatchingKeys ||
  error instanceof errors.JOSENotSupported

/** The address of the keys, from the provider's metadata (OpenID Connect Discovery 1.0). */
async function discoverJwksUrl(issuer: string, ask: Fetch): Promise<string> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const response = await ask(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (response.status !== 200) throw new Error(`${url} answers ${response.status}`)
  const metadata = (await response.json()) as { issuer?: unknown; jwks_uri?: unknown }
  if (metadata.issuer !== issuer) throw new Error(`${url} is the metadata of ${String(metadata.issuer)}`)
  if (typeof metadata.jwks_uri !== 'string') throw new Error(`${url} has no jwks_uri`)
  return metadata.jwks_uri
}

/** Asks, and fails at once for a while after it failed: neither the provider nor our callers shall wait in a queue. */
function fetchWithBackoff(backoffMs: number): Fetch {
  let failure: { error: unknown; until: number } | undefined
  return async (url, options) => {
    if (failure !== undefined && Date.now() < failure.until) throw failure.error
    try {
      const response = await fetch(url, options)
      failure = response.ok
        ? undefined
        : { error: new Error(`${url} answers ${response.status}`), until: Date.now() + backoffMs }
      return response
    } catch (error) {
      failure = { error, until: Date.now() + backoffMs }
      throw error
    }
  }
}
