import { isIP } from 'node:net'

import { ConfigError, isLoopback, narrow, quote, type Setting } from './env.ts'

/** How the server deals with clients and what is in between. */
export interface HttpConfig {
  /** The origins whose pages may read answers; `*` for every page. */
  corsOrigins: readonly string[]
  /** Whose X-Forwarded-For is believed: so many proxies, or those at these addresses. Undefined: nobody's. */
  trustProxy: number | readonly string[] | undefined
  /** Undefined: none. */
  rateLimit: RateLimitConfig | undefined
  headersTimeoutMs: number
  requestTimeoutMs: number
  keepAliveTimeoutMs: number
  maxConnections: number
}

/** How many requests one caller may send in how many seconds. */
export interface RateLimitConfig {
  requests: number
  seconds: number
  /** Whether every copy counts for itself, or all together in the database. */
  store: 'memory' | 'database'
}

/** Out of reach for a client that means well, even for many of them behind one address. */
const DEFAULT_RATE_LIMIT = '10000/10'

/** Throws BadSetting. */
export function readHttpConfig(setting: Setting, host: string): HttpConfig {
  const seconds = (name: string): number | undefined => {
    const value = narrow.integer(name, setting(name), { min: 1, max: 3600 })
    return value === undefined ? undefined : value * 1000
  }
  return {
    corsOrigins: narrow.list(setting('CORS_ORIGINS')).map(parseOrigin),
    trustProxy: parseTrustProxy(setting('TRUST_PROXY')),
    rateLimit: parseRateLimit(
      setting('RATE_LIMIT') ?? (isLoopback(host) ? 'off' : DEFAULT_RATE_LIMIT),
      narrow.choice('RATE_LIMIT_STORE', setting('RATE_LIMIT_STORE'), ['memory', 'database']) ?? 'memory',
    ),
    headersTimeoutMs: seconds('HEADERS_TIMEOUT') ?? 10_000,
    requestTimeoutMs: seconds('REQUEST_TIMEOUT') ?? 30_000,
    // Longer than load balancers keep a connection idle, so that they close it first.
    keepAliveTimeoutMs: seconds('KEEP_ALIVE_TIMEOUT') ?? 65_000,
    maxConnections:
      narrow.integer('MAX_CONNECTIONS', setting('MAX_CONNECTIONS'), { min: 1, max: 1_000_000 }) ?? 10_000,
  }
}

function parseOrigin(text: string): string {
  if (
    text === '*' ||
    (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text)
  )
    return text
  throw new ConfigError(
    `CORS_ORIGINS must be origins such as https://app.example.com, or *, and has ${quote(text)}`,
  )
}

function parseTrustProxy(text: string | undefined): HttpConfig['trustProxy'] {
  if (text === undefined) return undefined
  const hops = /^\d+$/.test(text) ? Number(text) : undefined
  if (hops !== undefined && hops >= 1 && hops <= 100) return hops
  const networks = narrow.list(text)
  const bad = networks.find((network) => !isNetwork(network))
  if (bad === undefined && hops === undefined && networks.length > 0) return networks
  throw new ConfigError(
    `TRUST_PROXY must be a number of proxies from 1 to 100, or addresses or networks such as 10.0.0.0/8 apart by commas, and is ${quote(text)}`,
  )
}

/** `loopback`, `linklocal` and `uniquelocal` are Express's names for the private networks. */
function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

function parseRateLimit(text: string, store: RateLimitConfig['store']): RateLimitConfig | undefined {
  if (text === 'off') return undefined
  const [, requests, seconds] = (/^(\d{1,9})\/(\d{1,5})$/.exec(text) ?? []).map(Number)
  if (requests === undefined || seconds === undefined || requests < 1 || seconds < 1) {
    throw new ConfigError(`RATE_LIMIT must be off, or requests/seconds such as 600/60, and is ${quote(text)}`)
  }
  return { requests, seconds, store }
}
