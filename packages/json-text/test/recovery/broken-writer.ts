/** Mistakes that language models make in JSON, and that can be corrected without loss. */
export const MISTAKES = [
  ...['code fence', 'text before', 'text after', 'escaped quotes'],
  ...['trailing commas', 'extra commas', 'missing commas', 'semicolons', 'equals signs', 'missing colons'],
  ...['line comments', 'block comments', 'hash comments', 'other spaces'],
  ...['single quotes', 'smart quotes', 'backticks', 'names without quotes'],
  ...['literals of Python', 'numbers of JavaScript'],
  ...['raw control characters', 'escaped apostrophes', 'quotes in strings'],
] as const

export type MistakeName = (typeof MISTAKES)[number]

const QUOTES: readonly (readonly [MistakeName, string, string])[] = [
  ['single quotes', "'", "'"],
  ['smart quotes', '“', '”'],
  ['backticks', '`', '`'],
]

/** Writes a value as JSON with mistakes, in lines, so that the text of an item or a member ends with its line. */
export function writeBroken(value: unknown, mistakes: ReadonlySet<MistakeName>): string {
  const has = (mistake: MistakeName): boolean => mistakes.has(mistake)
  const space = has('other spaces') ? '\u00a0' : ' '
  const [, open, close] = QUOTES.find(([mistake]) => has(mistake)) ?? ['', '"', '"']
  return around(has('escaped quotes') && open === '"' ? escapeOnce(write(value, '')) : write(value, ''))

  function write(part: unknown, indent: string): string {
    if (Array.isArray(part))
      return container(
        '[',
        part.map((item) => write(item, `${indent}  `)),
        ']',
        indent,
      )
    if (typeof part === 'object' && part !== null) {
      const colon = has('equals signs') ? '=' : has('missing colons') ? '' : ':'
      const members = Object.entries(part).map(([name, member]) => {
        const written = writeName(name)
        // Without quotes and colon, a name is only a word.
        const separator = written === name ? ':' : colon
        return `${written}${separator}${space}${write(member, `${indent}  `)}`
      })
      return container('{', members, '}', indent)
    }
    if (typeof part === 'string') return writeString(part)
    if (typeof part === 'number') return writeNumber(part)
    const literal = String(part)
    return has('literals of Python')
      ? ({ null: 'None', true: 'True', false: 'False' }[literal] ?? '')
      : literal
  }

  function container(start: string, parts: readonly string[], end: string, indent: string): string {
    if (parts.length === 0) return start + end
    const comma = has('missing commas') ? '' : has('semicolons') ? ';' : has('extra commas') ? ',,' : ','
    const last = has('trailing commas') ? ',' : ''
    const lines = parts.map(
      (part, index) => `\n${indent}  ${comment(part + (index < parts.length - 1 ? comma : last))}`,
    )
    return `${start}${has('extra commas') ? ',' : ''}${lines.join('')}\n${indent}${end}`
  }

  function comment(line: string): string {
    if (has('line comments')) return `${line} // : {`
    if (has('hash comments')) return `${line} # '`
    return has('block comments') ? `/* , ] */ ${line} /* " */` : line
  }

  function writeName(name: string): string {
    return has('names without quotes') && /^[A-Za-z_]\w*$/.test(name) ? name : writeString(name)
  }

  function writeNumber(number: number): string {
    const text = JSON.stringify(number)
    if (!has('numbers of JavaScript')) return text
    if (/^-?0\.\d+$/.test(text)) return text.replace('0.', '.')
    return /^\d+$/.test(text) ? `+${text}` : text
  }

  /** Another escape is not a mistake if the characters do not occur. */
  function writeString(text: string): string {
    let content = JSON.stringify(text).slice(1, -1)
    if (has('raw control characters'))
      content = content.replaceAll(/\\\\|\\[nrt]/g, (escape) =>
        escape === '\\\\' ? escape : (JSON.parse(`"${escape}"`) as string),
      )
    if (has('escaped apostrophes')) content = content.replaceAll("'", "\\'")
    if (has('quotes in strings') && open === '"' && /^[^"]*(?:"\w+"[^"]*)+$/.test(text))
      content = content.replaceAll('\\"', '"')
    if (open !== '"') content = content.replaceAll('\\"', '"')
    if (open !== '"' && open !== '“')
      content = content.replaceAll(new RegExp(`(?<!\\\\)${open}`, 'g'), `\\${open}`)
    return `${open}${content}${close}`
  }

  function around(text: string): string {
    const fenced = has('code fence') ? `\`\`\`json\n${text}\n\`\`\`` : text
    const before = has('text before') ? 'Here is the artifact:\n\n' : ''
    return `${before}${fenced}${has('text after') ? '\n\nLet me know if that is right.' : ''}\n`
  }
}

const escapeOnce = (text: string): string => text.replaceAll(/["\\]/g, '\\$&')
