import fc from 'fast-check'

import { mostly } from './arbitrary-frequency.ts'
import { type Body, ENCODINGS } from './step.ts'

const MEDIA_TYPES = [
  ...['application/json; charset=utf-8', 'APPLICATION/JSON;charset="UTF-8"', 'text/plain', 'application/xml'],
  ...[
    'application/json; charset=utf-16',
    'application/x-www-form-urlencoded',
    'application/problem+json',
    '',
    '/',
  ],
  ...[
    'multipart/form-data; boundary=a',
    'application/json, application/json',
    'application/jsonx',
    undefined,
  ],
]

/** A body with this text, mostly with the right media type, encoding and framing. */
export const bodyFor = (text: fc.Arbitrary<string>): fc.Arbitrary<Body> =>
  fc.record({
    text,
    mediaType: mostly('application/json', fc.constantFrom(...MEDIA_TYPES), 20),
    encoding: mostly('plain' as const, fc.constantFrom(...ENCODINGS), 25),
    framing: mostly(
      'length' as const,
      mostly('chunked' as const, fc.constant('unfinished' as const), 40),
      10,
    ),
  })

/** Operations without a request body ignore one. */
export const anyBody = mostly(
  undefined,
  fc.record({
    text: fc.constantFrom('', '{', '{"name":1}', 'x'.repeat(1000)),
    mediaType: fc.constantFrom('application/json', ...MEDIA_TYPES),
    encoding: fc.constantFrom<Body['encoding']>('plain', 'gzip', 'invalid gzip', 'unknown'),
    framing: fc.constantFrom<Body['framing']>('length', 'chunked'),
  }),
  12,
)
