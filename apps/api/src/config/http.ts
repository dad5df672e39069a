import { isIP } from 'node:net'

import { ConfigError, type Env, isLoopback, quote, splitList } from './env.ts'

/** How many requests each client may send per window. */
export interface RateLimitConfig {
  requests: number
  /** Length of the window. */
  seconds: number
}

/** High enough for many well-behaved clients behind one address. */
const DEFAULT_RATE_LIMIT = '10000/10'

/** @throws ConfigError */
export function readHttpConfig(env: Env, host: string) {
  const milliseconds = (name: string): number | undefined => {
    const seconds = env.integer(name, { min: 1, max: 3600 })
    return seconds === undefined ? undefined : seconds * 1000
  }
  return {
    /** Hosts that are served without authentication, as in `URL.hostname`, beside loopback names; `*` for all. */
    allowedHosts: readAllowedHosts(env, host),
    /** Origins whose pages may read responses (CORS); `*` for all. */
    corsOrigins: env.list('CORS_ORIGINS').map(requireOrigin),
    trustProxy: parseTrustProxy(env.text('TRUST_PROXY')),
    /** Undefined: no limit. */
    rateLimit: parseRateLimit(env.text('RATE_LIMIT') ?? (isLoopback(host) ? 'off' : DEFAULT_RATE_LIMIT)),
    requestTimeoutMs: milliseconds('REQUEST_TIMEOUT') ?? 30_000,
    // Longer than the idle timeout of common load balancers. A server that closes an idle connection first can lose a
    // request that the load balancer sends at the same moment.
    keepAliveTimeoutMs: milliseconds('KEEP_ALIVE_TIMEOUT') ?? 65_000,
  }
}

/** ALLOWED_HOSTS and HOST. */
function readAllowedHosts(env: Env, host: string): string[] {
  const listed = env.list('ALLOWED_HOSTS').map((text) => {
    const name = text === '*' ? text : toHostname(text)
    if (name !== undefined) return name
    throw new ConfigError(
      `ALLOWED_HOSTS must be host names or IP addresses without a port, separated by commas, or *, but contains ${quote(text)}`,
    )
  })
  const listenHost = toHostname(host)
  return listenHost === undefined ? listed : [...listed, listenHost]
}

/** Converts a host name or an IP address to the form of `URL.hostname`; undefined if it is neither. */
function toHostname(text: string): string | undefined {
  const url = `http://${isIP(text) === 6 ? `[${text}]` : text}`
  if (!/^[^\s/?#@\\*]+$/.test(text) || /:\d*$/.test(url) || !URL.canParse(url)) return undefined
  return new URL(url).hostname
}

function requireOrigin(text: string): string {
  if (
    text === '*' ||
    (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text)
  )
    return text
  throw new ConfigError(
    `CORS_ORIGINS must be origins such as https://app.example.com, or *, but contains ${quote(text)}`,
  )
}

/**
 * Proxies whose X-Forwarded-For is trusted: how many of them, or their addresses and networks. Undefined: the header is
 * ignored.
 */
function parseTrustProxy(text: string | undefined): number | string[] | undefined {
  if (text === undefined) return undefined
  const hops = /^\d+$/.test(text) ? Number(text) : undefined
  if (hops !== undefined && hops >= 1 && hops <= 100) return hops
  const networks = splitList(text)
  if (hops === undefined && networks.length > 0 && networks.every(isNetwork)) return networks
  throw new ConfigError(
    `TRUST_PROXY must be the number of proxies, from 1 to 100, or addresses and networks such as 10.0.0.0/8, separated by commas, but is ${quote(text)}`,
  )
}

/** `loopback`, `linklocal` and `uniquelocal` are Express's names for private networks. */
function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', prefixLength, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return (
    prefixLength === undefined ||
    (/^[1-9]\d{0,2}$/.test(prefixLength) && Number(prefixLength) <= (family === 4 ? 32 : 128))
  )
}

function parseRateLimit(text: string): RateLimitConfig | undefined {
  if (text === 'off') return undefined
  const [, requests, seconds] = (/^(\d{1,9})\/(\d{1,5})$/.exec(text) ?? []).map(Number)
  if (requests === undefined || seconds === undefined || requests < 1 || seconds < 1) {
    throw new ConfigError(`RATE_LIMIT must be off, or requests/seconds such as 600/60, but is ${quote(text)}`)
  }
  return { requests, seconds }
}
