import { isIPv6 } from 'node:net'

import { plainAddress } from './client-address.ts'

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
