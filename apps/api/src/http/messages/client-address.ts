import { isIP, SocketAddress } from 'node:net'

import type { Express, Request } from 'express'

/** An address with a port, as some proxies forward it, or an IPv6 address in brackets. */
const WITH_PORT = /^(?:\[(?<v6>[^\]]+)\]|(?<v4>[\d.]+))(?::\d*)?$/

/**
 * Normalizes an IP address, so that a client has one address in the log and for the rate limit: without port, brackets,
 * zone, and the prefix of an IPv4 address on a socket that accepts IPv6 too. Returns undefined for any other text.
 *
 *     [2001:DB8:0::1]:4711  ->  2001:db8::1
 *     ::FFFF:cb00:7107      ->  203.0.113.7
 */
export function normalizeAddress(text = ''): string | undefined {
  const { v4, v6 } = WITH_PORT.exec(text)?.groups ?? {}
  const address = v6 ?? v4 ?? text
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : undefined
  return new SocketAddress({ address, family: 'ipv6' }).address.replace(/^::ffff:(?=\d+\.)/, '')
}

/** Trusts the X-Forwarded-For of proxies, by their number, or by their addresses, which may have a port there. */
export function trustProxies(app: Express, proxies: number | string[]): void {
  app.set('trust proxy', proxies)
  const isTrusted = app.get('trust proxy fn') as (address: string, hop: number) => boolean
  app.set('trust proxy', (text: string, hop: number) => isTrusted(normalizeAddress(text) ?? text, hop))
}

/**
 * The IP address of the client. It is the one that a trusted proxy forwards, unless that is not an IP address: a client
 * could write any text there.
 */
export const clientAddress = ({ ip, socket }: Pick<Request, 'ip' | 'socket'>): string | undefined =>
  normalizeAddress(ip) ?? normalizeAddress(socket.remoteAddress)

/**
 * The rate limit key for the address of a client: an IPv4 address, or the /64 network of an IPv6 address, because one
 * client can use every address of its /64.
 */
export function clientNetwork(request: Pick<Request, 'ip' | 'socket'>): string {
  const address = clientAddress(request) ?? ''
  if (!address.includes(':')) return `address:${address}`
  const [front = [], back = []] = address.split('::').map((groups) => groups.split(':').filter(Boolean))
  const zeros = Array<string>(8 - front.length - back.length).fill('0')
  return `address:${[...front, ...zeros, ...back].slice(0, 4).join(':')}::/64`
}
