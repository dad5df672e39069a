/** A simple command in the sense of POSIX: words without quotes, and the files that its output is redirected to. */
interface SimpleCommand {
  readonly words: readonly string[]
  readonly redirectTargets: readonly string[]
}

/** Command separators, redirections, and the operators of here-documents. */
const OPERATOR = /(?:\d|&)?>>?[|&]?|<<<|<<-?|<&?|\|\|?|&&?|;;?|\n|[()]/y
const BLANK = /(?:[ \t\r]|\\\n|#(?<=(?:^|\s)#)[^\n]*)+/y
const WORD = /(?:[^\s"'\\|&;()<>]|\\[\s\S]|"(?:[^"\\]|\\[\s\S])*"|'[^']*'|["'\\])+/y

/** Splits a shell script into simple commands. Expansions and substitutions are not evaluated. */
export function parseCommands(script: string): SimpleCommand[] {
  const commands: { words: string[]; redirectTargets: string[] }[] = [{ words: [], redirectTargets: [] }]
  const documents: string[] = []
  let expected: 'word' | 'target' | 'source' | 'document' = 'word'
  let at = 0
  while (at < script.length) {
    const blank = matchAt(BLANK, script, at)
    const operator = blank === '' ? matchAt(OPERATOR, script, at) : ''
    const word = blank === '' && operator === '' ? matchAt(WORD, script, at) : ''
    at += Math.max(1, blank.length + operator.length + word.length)
    if (blank !== '') continue
    if (operator === '\n') at = skipHereDocuments(script, at, documents.splice(0))
    if (operator !== '') {
      expected = roleAfter(operator)
      if (expected === 'word') commands.push({ words: [], redirectTargets: [] })
      continue
    }
    const text = unquote(word)
    if (expected === 'word') commands.at(-1)?.words.push(text)
    else if (expected === 'target') commands.at(-1)?.redirectTargets.push(text)
    else if (expected === 'document') documents.push(text)
    expected = 'word'
  }
  return commands
}

function roleAfter(operator: string): 'word' | 'target' | 'source' | 'document' {
  if (/^<<-?$/.test(operator)) return 'document'
  if (operator.includes('<')) return 'source'
  return operator.includes('>') ? 'target' : 'word'
}

/** The offset after the here-documents whose operators are in the previous line. */
function skipHereDocuments(script: string, from: number, delimiters: readonly string[]): number {
  let at = from
  for (const delimiter of delimiters) {
    for (;;) {
      const end = script.indexOf('\n', at)
      const line = script.slice(at, end === -1 ? undefined : end)
      at = end === -1 ? script.length : end + 1
      if (line.trim() === delimiter || end === -1) break
    }
  }
  return at
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}

const unquote = (word: string): string =>
  word.replaceAll(/\\([\s\S])|"((?:[^"\\]|\\[\s\S])*)"|'([^']*)'/g, (_, escaped, double, single) =>
    String(escaped ?? (double as string | undefined)?.replaceAll(/\\(["\\$`])/g, '$1') ?? single ?? ''),
  )
