import { type ApiKeyEntry, parseApiKeyEntries } from './api-key-entries.ts'
import { ConfigError, type Env, isLoopback, quote } from './env.ts'

/** How requests are authenticated. */
export interface AuthConfig {
  apiKeys: readonly ApiKeyEntry[]
  /** A file with more entries. */
  apiKeysFile: string | undefined
  openId: OpenIdConfig | undefined
  /** Whether requests without valid credentials are rejected. */
  isRequired: boolean
  /** Whether anonymous access is explicitly allowed. */
  anonymous: boolean
}

/** The OpenID provider whose access tokens are accepted. */
export interface OpenIdConfig {
  issuer: string
  /** Required value of the `aud` claim. */
  audience: string
}

/** @throws ConfigError */
export function readAuthConfig(env: Env): AuthConfig {
  const apiKeys = parseApiKeyEntries(env.text('API_KEYS') ?? '', 'API_KEYS')
  const apiKeysFile = env.text('API_KEYS_FILE')
  const openId = readOpenIdConfig(env)
  const isRequired = apiKeys.length > 0 || apiKeysFile !== undefined || openId !== undefined
  const anonymous = env.choice('ANONYMOUS_ACCESS', ['allow']) === 'allow'
  if (anonymous && isRequired) {
    throw new ConfigError(
      'ANONYMOUS_ACCESS cannot be combined with API_KEYS, API_KEYS_FILE or OIDC_ISSUER; remove one of them',
    )
  }
  return { apiKeys, apiKeysFile, openId, isRequired, anonymous }
}

/**
 * Checks that a server which other machines can reach authenticates its requests, or that anonymous access is allowed.
 *
 * @throws ConfigError
 */
export function requireAuthentication(auth: AuthConfig, host: string): void {
  if (isLoopback(host) || auth.isRequired || auth.anonymous) return
  throw new ConfigError(
    `HOST ${host} can be reached from other machines: set OIDC_ISSUER and OIDC_AUDIENCE to accept the access tokens of an OpenID provider, or API_KEYS to accept API keys, or ANONYMOUS_ACCESS=allow to let everyone read and write`,
  )
}

function readOpenIdConfig(env: Env): OpenIdConfig | undefined {
  const issuer = env.url('OIDC_ISSUER')
  const audience = env.text('OIDC_AUDIENCE')
  if (issuer === undefined && audience === undefined) return undefined
  if (issuer === undefined) throw new ConfigError('OIDC_ISSUER is required with OIDC_AUDIENCE')
  if (audience === undefined) throw new ConfigError('OIDC_AUDIENCE is required with OIDC_ISSUER')
  if (!isHttpsOrLoopback(issuer))
    throw new ConfigError(`OIDC_ISSUER must be a URL that starts with https://, but is ${quote(issuer)}`)
  return { issuer, audience }
}

/** An attacker who can replace the provider's keys on the network can sign tokens, so that plain http is rejected. */
export function isHttpsOrLoopback(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}
