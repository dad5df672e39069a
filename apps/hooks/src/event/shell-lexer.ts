/** A simple command: its words without their quotes, and the files that its output is redirected to. */
export interface SimpleCommand {
  readonly words: readonly string[]
  readonly redirectTargets: readonly string[]
}

/** What stands between words: ends of commands, redirections, and the beginnings of here-documents. */
const OPERATOR = /(?:\d|&)?>>?[|&]?|<<<|<<-?|<&?|\|\|?|&&?|;;?|\n|[()]/y
const BLANK = /(?:[ \t\r]|\\\n|#(?<=(?:^|\s)#)[^\n]*)+/y
const WORD = /(?:[^\s"'\\|&;()<>]|\\[\s\S]|"(?:[^"\\]|\\[\s\S])*"|'[^']*'|["'\\])+/y

/** Takes a shell script apart as far as is needed to see what its commands plainly write. */
export function parseCommands(script: string): SimpleCommand[] {
  const commands: { words: string[]; redirectTargets: string[] }[] = [{ words: [], redirectTargets: [] }]
  const documents: string[] = []
  let expects: 'word' | 'target' | 'source' | 'document' = 'word'
  let at = 0
  while (at < script.length) {
    const blank = matchAt(BLANK, script, at)
    const operator = blank === '' ? matchAt(OPERATOR, script, at) : ''
    const word = blank === '' && operator === '' ? matchAt(WORD, script, at) : ''
    at += Math.max(1, blank.length + operator.length + word.length)
    if (blank !== '') continue
    if (operator === '\n') at = skipHereDocuments(script, at, documents.splice(0))
    if (operator !== '') {
      expects = roleAfter(operator)
      if (expects === 'word') commands.push({ words: [], redirectTargets: [] })
      continue
    }
    const text = unquote(word)
    if (expects === 'word') commands.at(-1)?.words.push(text)
    else if (expects === 'target') commands.at(-1)?.redirectTargets.push(text)
    else if (expects === 'document') documents.push(text)
    expects = 'word'
  }
  return commands
}

function roleAfter(operator: string): 'word' | 'target' | 'source' | 'document' {
  if (/^<<-?$/.test(operator)) return 'document'
  if (operator.includes('<')) return 'source'
  return operator.includes('>') ? 'target' : 'word'
}

/** Where the script goes on behind the here-documents that begin in the line above. */
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
