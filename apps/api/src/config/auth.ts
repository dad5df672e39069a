import { ConfigError, isLoopback, narrow, quote, type Setting } from './env.ts'

import { parseKeyEntries, type ApiKey } from '../auth/api-keys.ts'

/** Who may come in, as the environment says it. */
export interface AuthConfig {
  keys: readonly ApiKey[]
  /** A file with more keys. */
  keysFile: string | undefined
  openId: OpenIdConfig | undefined
  /** Whether it is said plainly that everyone may come in. */
  anonymous: boolean
}

/** The provider whose access tokens are accepted. */
export interface OpenIdConfig {
  issuer: string
  audience: string
  /** Where its public keys are. Undefined: its metadata says it. */
  jwksUrl: string | undefined
}

/** Throws BadSetting. */
export function readAuthConfig(setting: Setting): AuthConfig {
  const access = {
    keys: keysOf(setting('API_KEYS')),
    keysFile: setting('API_KEYS_FILE'),
    openId: readOpenIdConfig(setting),
    anonymous: narrow.choice('ANONYMOUS_ACCESS', setting('ANONYMOUS_ACCESS'), ['allow']) === 'allow',
  }
  if (access.anonymous && requiresAuthentication(access)) {
    throw new ConfigError('ANONYMOUS_ACCESS cannot be set beside API_KEYS, API_KEYS_FILE or OIDC_ISSUER')
  }
  return access
}

/** Whether callers have to say who they are. */
export const requiresAuthentication = ({ keys, keysFile, openId }: Omit<AuthConfig, 'anonymous'>): boolean =>
  keys.length > 0 || keysFile !== undefined || openId !== undefined

/** Throws BadSetting when others than this machine could come in without being asked who they are. */
export function requireAuthentication(access: AuthConfig, host: string): void {
  if (isLoopback(host) || requiresAuthentication(access) || access.anonymous) return
  throw new ConfigError(
    `HOST ${host} can be reached from elsewhere: set OIDC_ISSUER and OIDC_AUDIENCE to accept the tokens of a provider, or API_KEYS to accept keys, or ANONYMOUS_ACCESS=allow to let everyone read and write`,
  )
}

function keysOf(text: string | undefined): ApiKey[] {
  try {
    return parseKeyEntries(text ?? '')
  } catch (error) {
    throw new ConfigError(`Each entry of API_KEYS must be ${(error as Error).message}`, { cause: error })
  }
}

function readOpenIdConfig(setting: Setting): OpenIdConfig | undefined {
  const issuer = secure('OIDC_ISSUER', setting('OIDC_ISSUER'))
  const audience = setting('OIDC_AUDIENCE')
  const jwksUrl = secure('OIDC_JWKS_URL', setting('OIDC_JWKS_URL'))
  if (issuer === undefined && audience === undefined && jwksUrl === undefined) return undefined
  if (issuer === undefined)
    throw new ConfigError('OIDC_ISSUER is required beside OIDC_AUDIENCE and OIDC_JWKS_URL')
  if (audience === undefined) throw new ConfigError('OIDC_AUDIENCE is required beside OIDC_ISSUER')
  return { issuer, audience, jwksUrl }
}

/** Whoever could change the provider's keys on their way could make tokens. */
function secure(name: string, text: string | undefined): string | undefined {
  const url = narrow.url(name, text, ['http:', 'https:'])
  if (url === undefined || url.startsWith('https:') || isLoopback(new URL(url).hostname)) return url
  throw new ConfigError(`${name} must be a URL that starts with https://, and is ${quote(url)}`)
}
