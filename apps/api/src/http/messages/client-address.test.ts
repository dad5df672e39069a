import { Socket } from 'node:net'

import { clientNetwork, normalizeAddress } from './client-address.ts'

test.each([
  ['203.0.113.7', 'address:203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', 'address:2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', 'address:2001:db8:1:2::/64'],
  ['2001:db8:1::3:4:5:6', 'address:2001:db8:1:0::/64'],
  ['2001::3:4:5:6:7', 'address:2001:0:0:3::/64'],
  ['2001:db8::1', 'address:2001:db8:0:0::/64'],
  ['2001:db8::', 'address:2001:db8:0:0::/64'],
  ['::1', 'address:0:0:0:0::/64'],
  ['::', 'address:0:0:0:0::/64'],
  [undefined, 'address:'],
])('clientNetwork() of the address %j is %j', (ip, network) => {
  expect(clientNetwork({ ip, socket: new Socket() })).toBe(network)
})

test.each([
  ['203.0.113.7', ['203.0.113.7', '203.0.113.7:4711', '::ffff:203.0.113.7', '::FFFF:cb00:7107']],
  ['203.0.113.7', ['0:0:0:0:0:ffff:203.0.113.7', '[::ffff:203.0.113.7]:4711', '0000::ffff:cb00:7107']],
  [
    '2001:db8::1',
    ['2001:DB8::1', '2001:db8:0:0:0:0:0:1', '2001:0db8::0001', '[2001:db8::1]', '[2001:db8::1]:4711'],
  ],
  ['fe80::1', ['fe80::1', 'fe80::1%eth0', '[fe80::1%eth0]:4711']],
])('normalizeAddress() is %j for %j', (address, spellings) => {
  expect(new Set(spellings.map(normalizeAddress))).toEqual(new Set([address]))
})

test.each([
  '',
  'unknown',
  '_hidden',
  '203.0.113',
  '203.0.113.256',
  '0xcb007107',
  '203.0.113.07',
  '2001:db8',
  '[]',
])('normalizeAddress(%j) is undefined', (text) => {
  expect(normalizeAddress(text)).toBeUndefined()
})
