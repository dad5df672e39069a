/** Texts that are known to cause errors in servers or databases. */
export const HOSTILE_TEXTS = [
  "'; drop table tasks; --",
  "' or '1'='1",
  '"; delete from projects where "a"="a',
  '$1',
  '\\',
  '%s%n%d',
  '.*+?^${}()|[]\\',
  '%_',
  '(a+)+$',
  '__proto__',
  'constructor',
  '${7*7}{{7*7}}',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  'a\u0000b',
  '\u0000',
  '\ud800',
  'x\udc00\ud800',
  '\u0001\u001b[2J\u007f',
  'caf\u00e9',
  'cafe\u0301',
  '\ufb01\u2126\u1e9b\u0323',
  '\u202e\u200b\ufeff',
  '\uffff\ufffe',
  '\u{10ffff}',
  '👩‍👩‍👧‍👦',
  '\u2028\u2029',
  '\r\nSet-Cookie: a=b',
  'null',
  'true',
  '0',
  'NaN',
  'İıſK',
]

/** Blank texts, and texts that nearly are. */
export const BLANK_TEXTS = [
  '',
  ' ',
  '\t\n',
  '\u00a0\u2003\u3000',
  '\ufeff',
  '\u0085',
  '\u001c',
  '\u200b',
  '\u180e',
  '\u3164',
  '\u2800',
  '\u{e0100}',
  'x\u3164',
]

export const DATES = [
  ...['0001-01-01', '9999-12-31', '2000-02-29', '2028-02-29', '1582-10-10', '1970-01-01', '2026-12-31'],
  ...['0000-01-01', '10000-01-01', '2026-02-29', '2100-02-29', '2026-04-31', '2026-13-01', '2026-00-10'],
  ...['2026-01-00', '2026-4-30', '20260430', '2026-04-30T00:00:00Z', ' 2026-04-30', 'infinity', 'today'],
  ...['-2026-01-01', '2026-04-30 BC', '٢٠٢٦-٠٤-٣٠', '2026-W18-4', '2026-120', ''],
]

/** JSON values that are not strings, and numbers outside the range of a double. */
export const HOSTILE_JSON = [
  ...['null', 'true', 'false', '0', '-0', '1.5', '9007199254740993', '1e400', '-1e400', '1e-400'],
  ...['9'.repeat(400), '[]', '{}', '[null]', '["TODO"]', '{"$ne":null}', '{"__proto__":{"a":1}}'],
  ...['{"toString":null}', '['.repeat(500) + ']'.repeat(500), '{"a":'.repeat(500) + '1' + '}'.repeat(500)],
]

/** Names of unknown members and parameters. */
export const HOSTILE_NAMES = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '', ' ', 'Id', 'ID', 'Name'],
  ...['status ', 'page[]', 'sort[0]', 'filter[$gt]', 'a.b', '$where', 'naïve', '😀', 'created', 'limit'],
]

/** Valid cursors of changes that the server never gave. */
export const GONE_CURSORS = ['0-0', '1-1', '999999999999999-999999999999999999']

/** Integers at the limits of 32, 53 and 64 bits, and texts that are not integers. */
export const HOSTILE_NUMBERS = [
  ...['-1', '1.5', '-2147483649', '2147483648', '4294967296', '9007199254740993', '9'.repeat(400)],
  ...['1e2', '1e400', '0x10', '+1', 'NaN', 'Infinity', '١', '1,2', '', ' ', 'null', 'true'],
]

/** Path segments that are not the id of a resource, percent-encoded. */
export const HOSTILE_SEGMENTS = [
  ...['%', '%%', '%zz', '%E0%A4', '%C0%AF', '%FF', '%ED%A0%80', '%00', 'a%00b', '%2', '%u0041', '%25', '%2F'],
  ...[
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e',
    '__proto__',
    'constructor',
    'null',
    'undefined',
    '0',
    '-1',
    '1e400',
  ],
  ...['%27%20or%201=1--', "'", '(a+)+$', '*', '~', ':id', '{id}', '%F0%9F%98%80', 'e%CC%81', '%0d%0aX:%20y'],
  ...['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 'x'.repeat(3_000)],
]

/** Headers that operations ignore. */
export const HOSTILE_HEADERS: [name: string, value: string][] = [
  ['__proto__', 'x'],
  ['constructor', 'x'],
  ['X-Odd', '\t\u0080\u00ff\u00a0 "\\'],
  ['X-Long', 'x'.repeat(2_000)],
  ['X-Empty', ''],
  ['Cookie', "a=b; __proto__=c; a='; drop table tasks; --"],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['X-Forwarded-For', "'; drop table tasks; --"],
  ['X-Forwarded-Host', 'evil.example.com'],
  ['X-Original-URL', '/errors'],
  ['X-Request-Id', 'a\u00ffb'],
  ['X-Request-Id', 'x'.repeat(65)],
  ['Range', 'bytes=0-0'],
  ['If-Modified-Since', 'Tue, 01 Jan 2999 00:00:00 GMT'],
  ['If-Unmodified-Since', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  ['traceparent', '00-00000000000000000000000000000000-0000000000000000-00'],
  ['traceparent', 'x'.repeat(1_000)],
  ['Accept-Language', '*;q=x'],
  ['Referer', '\u00e9'],
  ['TE', 'trailers'],
  ['Content-Language', "';--"],
  ['Prefer', 'respond-async, wait=1e400'],
]

/** Invalid HTTP requests, and a CONNECT request. */
export const MALFORMED_MESSAGES: readonly (readonly [status: number, text: string])[] = [
  [400, 'GET / HTTP/1.1\r\n\r\n'],
  [400, 'GET / HTTP/9.9\r\nHost: localhost\r\n\r\n'],
  [400, 'GOT / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  [400, 'GET /a b HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  [400, 'GET /\u0000 HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  [400, 'GET / HTTP/1.1\r\nHost: localhost\r\nX: a\u0000b\r\n\r\n'],
  [400, 'GET / HTTP/1.1\r\nHost: localhost\r\nX: a\u0001b\r\n\r\n'],
  [400, 'GET / HTTP/1.1\r\nHost: localhost\r\nX : a\r\n\r\n'],
  [400, 'GET / HTTP/1.1\r\nHost: localhost\r\nno colon\r\n\r\n'],
  [400, 'GET / HTTP/1.1\r\nHost: localhost\r\nX: a\rY: b\r\n\r\n'],
  [400, 'GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n'],
  [400, 'GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
  [400, 'GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n'],
  [400, 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9007199254740993000000\r\n\r\n'],
  [431, `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
  [431, `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`],
  [400, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  [400, '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003'],
  [400, '\u0000'],
  [400, '{"name":"a"}\r\n\r\n'],
  [400, 'get / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  [
    400,
    'POST /api/v1/projects HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  ],
]
