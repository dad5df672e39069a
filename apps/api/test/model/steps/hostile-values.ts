const words = (text: string): string[] => text.split(' ')

/** Texts that are known to cause errors in servers or databases. */
export const HOSTILE_TEXTS = [
  ...[
    "'; drop table tasks; --",
    "' or '1'='1",
    '"; delete from projects where "a"="a',
    '\r\nSet-Cookie: a=b',
  ],
  ...words('$1 \\ %s%n%d .*+?^${}()|[]\\ %_ (a+)+$ __proto__ constructor ${7*7}{{7*7}} ../../etc/passwd'),
  ...words(
    'a\u0000b \u0000 \ud800 x\udc00\ud800 \u0001\u001b[2J\u007f caf\u00e9 cafe\u0301 \u202e\u200b\ufeff',
  ),
  ...words('\ufb01\u2126\u1e9b\u0323 \uffff\ufffe \u{10ffff} 👩‍👩‍👧‍👦 \u2028\u2029 null true 0 NaN İıſK'),
]

/** Blank texts, and one that nearly is. */
export const BLANK_TEXTS = [
  ...['', ' ', '\t\n', '\u00a0\u2003\u3000', '\ufeff', '\u0085', '\u001c', '\u200b', '\u180e', '\u3164'],
  ...['\u2800', '\u{e0100}', 'x\u3164'],
]

/** Texts of which several begin with the same word, so that lists contain equal and adjacent ones. */
export const TEXTS = ['a b', 'STRASSE b', ...words('a A b B ä ab 10 9 😀 \uffee Z Straße 漢字')]

export const VALID_DATES = words(
  '0001-01-01 9999-12-31 2000-02-29 2028-02-29 1582-10-10 1970-01-01 2026-12-31',
)

export const DATES = [
  ...['', ' 2026-04-30', '2026-04-30 BC'],
  ...words('0000-01-01 10000-01-01 2026-02-29 2100-02-29 2026-04-31 2026-13-01 2026-00-10 2026-01-00'),
  ...words(
    '2026-4-30 20260430 2026-04-30T00:00:00Z infinity today -2026-01-01 ٢٠٢٦-٠٤-٣٠ 2026-W18-4 2026-120',
  ),
]

export const TIMES = [
  '2026-03-02 08:15:30Z',
  ...words('0001-01-01T00:00:00Z 2026-03-02T08:15:30.123456Z 2026-03-02T08:15:30+14:00 9999-12-31T23:59:59Z'),
  ...words('2026-03-02 2026-03-02T08:15:30 2026-03-02T24:00:00Z 0000-01-01T00:00:00Z'),
]

/** JSON values of other types. */
export const HOSTILE_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1.5,
  1e300,
  [],
  {},
  [null],
  ['TODO'],
  { $ne: null },
  { toString: null },
]

/** Names of unknown members and parameters. */
export const HOSTILE_NAMES = [
  ...['', ' ', 'status '],
  ...words(
    '__proto__ constructor prototype toString hasOwnProperty Id ID Name page[] sort[0] filter[$gt] a.b',
  ),
  ...words('$where naïve 😀 created limit'),
]

/** Integers at the limits of 32, 53 and 64 bits, and texts that are not integers. */
export const HOSTILE_NUMBERS = [
  ...['', ' ', '9'.repeat(400)],
  ...words('-1 1.5 -2147483649 2147483648 4294967296 9007199254740993 1e2 1e400 0x10 +1 NaN Infinity ١ 1,2'),
]

/** Path segments that are not the id of a resource, percent-encoded. */
export const HOSTILE_SEGMENTS = [
  ...words('% %zz %C0%AF %ED%A0%80 %00 %2F ..%2f..%2fetc%2fpasswd __proto__ null %27%20or%201=1-- :id {id}'),
  'x'.repeat(3_000),
]
