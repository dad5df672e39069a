import { isIP } from 'node:net'

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
