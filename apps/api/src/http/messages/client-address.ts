import { isIP, isIPv6 } from 'node:net'

import type { Request } from 'express'

/**
 * The IP address of the client, for the log. It is the one that a trusted proxy forwards, unless that is not an IP
 * address: a client could write any text there.
 */
export function clientAddress({ ip, socket }: Request): string | undefined {
  const forwarded = plainAddress(ip)
  return forwarded !== undefined && isIP(forwarded) !== 0 ? forwarded : plainAddress(socket.remoteAddress)
}

/** An IPv4 address without the prefix that it has on a socket which accepts IPv6 too. */
export const plainAddress = (address: string | undefined): string | undefined =>
  address?.replace(/^::ffff:(?=\d+\.)/i, '')

/** Length of the IPv6 prefix that identifies a client, in groups of 16 bits. */
const PREFIX_GROUPS = 4

/**
 * The rate limit key for an IP address: an IPv4 address, or the /64 network of an IPv6 address, because one client can
 * use every address of its /64.
 */
export function clientNetwork(address: string | undefined): string {
  const plain = (plainAddress(address) ?? '').replace(/%.*$/, '')
  if (!isIPv6(plain)) return `address:${plain}`
  const [head = '', tail] = plain.split('::')
  const front = splitGroups(head)
  const back = splitGroups(tail ?? '')
  const groups =
    tail === undefined
      ? front
      : [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back]
  return `address:${groups.slice(0, PREFIX_GROUPS).join(':')}::/64`
}

const splitGroups = (text: string): string[] => (text === '' ? [] : text.split(':'))
