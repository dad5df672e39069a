import fc from 'fast-check'

/** Pieces of text that control a terminal, a log, a runner, a shell or a format, if they are printed as they are. */
const PIECES = [
  ...['\u001b[31m', '\u001b]0;title\u0007', '\u009b2J', '\u0007', '\b\b\b', '\t', '\u007f', '\u0085'],
  ...['\n', '\r', '\r\n', '\u2028', '\u2029', '\v', '\f'],
  ...['\u202e', '\u2066', '\u200b', '\u200f', '\ufeff', '\u00ad', '\u061c', '\u{e0041}', '\ufff9'],
  ...['\u3164', '\u034f', '\u115f', '\u2800', 'e\u0301', '漢字', '👩‍👧', '\ufe0f'],
  ...['::error::forged', '::stop-commands::x', '::add-mask::x', '##[error]forged', '##[group]', '%0A', '%25'],
  ...['::error file=a.json::forged', ' ::warning::x', '\n::set-output name=a::b'],
  ...[
    'workbench: ',
    'finding.v1: 1 file valid',
    '  valid  ',
    'a.json:1:1: ',
    '| --- |',
    '"',
    "'",
    '`',
    '\\',
    '$(id)',
  ],
  ...['--format=json', '-', '..', '~', '*', '[', '{', '<b>', '&', 'constructor', '__proto__'],
]

/** The longest name of a file on Linux, in bytes. */
const MAX_NAME_BYTES = 255

/** Hostile text. Lone surrogates are left out where a file name or a command line cannot contain them. */
export const hostileText = (surrogates: readonly string[] = ['\ud800', '\udfff']) =>
  fc
    .array(
      fc.oneof(
        { weight: 12, arbitrary: fc.constantFrom(...PIECES, ...surrogates) },
        { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 5 }) },
        { weight: 2, arbitrary: fc.constantFrom('a', 'b c', '1') },
        { weight: 1, arbitrary: fc.integer({ min: 1, max: 300 }).map((length) => 'x'.repeat(length)) },
      ),
      { minLength: 1, maxLength: 6 },
    )
    .map((pieces) => pieces.join(''))

/** Hostile text that can be a word of a command line. */
export const hostileWord = hostileText([]).map((text) => Buffer.from(text).toString().replaceAll('\0', ''))

/** Hostile text that can be the name of a file or folder on Linux, with room for an extension. */
export const hostileName = hostileWord.map((text) => {
  const bytes = Buffer.from(text.replaceAll('/', '')).subarray(0, MAX_NAME_BYTES - 30)
  const name = bytes.toString().replace(/\ufffd+$/, '')
  return name === '' || name === '.' || name === '..' ? 'x' : name
})
