import { isIPv6 } from 'node:net'

/** What one client is given of IPv6: a network of so many groups of 16 bits. */
const GROUPS = 4

/** The address of a client as far as it stands for one client: of IPv6 the network, for it can have every address there. */
export function clientNetwork(address: string | undefined): string {
  const plain = (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (!isIPv6(plain)) return `address:${plain}`
  const [head = '', tail] = plain.split('::')
  const front = groupsOf(head)
  const back = groupsOf(tail ?? '')
  const groups =
    tail === undefined
      ? front
      : [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back]
  return `address:${groups.slice(0, GROUPS).join(':')}::/64`
}

const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'))
