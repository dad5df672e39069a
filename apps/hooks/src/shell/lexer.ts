/** A word of a command. */
export interface Word {
  /** Without quotes. Expansions and substitutions are not evaluated. */
  readonly text: string
  /** Whether the shell uses `text` as it is: it contains no variable, substitution, pattern or brace expansion. */
  readonly isLiteral: boolean
  /** Whether it contains a command substitution. */
  readonly hasSubstitution: boolean
}

/** A simple command in the sense of POSIX, the files that its output is redirected to, and its here-documents. */
export interface SimpleCommand {
  readonly words: readonly Word[]
  readonly redirectTargets: readonly Word[]
  readonly documents: readonly string[]
}

/** Command separators, redirections, and the operators of here-documents. */
const OPERATOR = /(?:\d+|&)?>>?[|&]?|<<<|<<-?|<&?|\|\|?|&&?|;;?|\n|[()]/y
const BLANK = /(?:[ \t\r]|\\\n|#(?<=(?:^|\s)#)[^\n]*)+/y
/** `$'…'` comes first: in it, a backslash escapes a quote. */
const WORD = /(?:\$'(?:[^'\\]|\\[\s\S])*'|[^\s"'\\|&;()<>]|\\[\s\S]|"(?:[^"\\]|\\[\s\S])*"|'[^']*'|["'\\])+/y

interface Command {
  readonly words: Word[]
  readonly redirectTargets: Word[]
  readonly documents: string[]
}

/** Splits a shell script into simple commands. */
export function parseCommands(script: string): SimpleCommand[] {
  let command: Command = { words: [], redirectTargets: [], documents: [] }
  const commands = [command]
  const delimiters: { readonly text: string; readonly documents: string[] }[] = []
  let expected: 'word' | 'target' | 'source' | 'document' = 'word'
  let at = 0
  while (at < script.length) {
    const blank = matchAt(BLANK, script, at)
    const operator = blank === '' ? matchAt(OPERATOR, script, at) : ''
    const raw = blank === '' && operator === '' ? matchAt(WORD, script, at) : ''
    at += Math.max(1, blank.length + operator.length + raw.length)
    if (blank !== '') continue
    if (operator === '\n')
      for (const { text, documents } of delimiters.splice(0))
        at = readHereDocument(script, at, text, documents)
    if (operator !== '') {
      expected = roleAfter(operator)
      if (expected === 'word') commands.push((command = { words: [], redirectTargets: [], documents: [] }))
      continue
    }
    const word = toWord(raw)
    if (expected === 'word') command.words.push(word)
    else if (expected === 'target') command.redirectTargets.push(word)
    else if (expected === 'document') delimiters.push({ text: word.text, documents: command.documents })
    expected = 'word'
  }
  return commands
}

function roleAfter(operator: string): 'word' | 'target' | 'source' | 'document' {
  if (/^<<-?$/.test(operator)) return 'document'
  if (operator.includes('<')) return 'source'
  return operator.includes('>') ? 'target' : 'word'
}

/** Appends the text of a here-document to `documents`. Returns the offset after it. */
function readHereDocument(script: string, from: number, delimiter: string, documents: string[]): number {
  let at = from
  for (;;) {
    const end = script.indexOf('\n', at)
    const line = script.slice(at, end === -1 ? undefined : end)
    const next = end === -1 ? script.length : end + 1
    if (line.trim() === delimiter || end === -1) {
      documents.push(script.slice(from, line.trim() === delimiter ? at : next))
      return next
    }
    at = next
  }
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}

function toWord(raw: string): Word {
  const expandable = raw.replaceAll(/\\[\s\S]|'[^']*'/g, '')
  const unquoted = expandable.replaceAll(/"[^"]*"/g, '')
  return {
    text: unquote(raw),
    isLiteral: !/[$`]/.test(expandable) && !/[*?[{]|^~/.test(unquoted),
    // The lexer ends a word before the parenthesis of an unquoted substitution.
    hasSubstitution: /`|\$\(|\$$/.test(expandable),
  }
}

const unquote = (word: string): string =>
  word.replaceAll(/\\([\s\S])|"((?:[^"\\]|\\[\s\S])*)"|'([^']*)'/g, (_, escaped, double, single) =>
    String(escaped ?? (double as string | undefined)?.replaceAll(/\\(["\\$`])/g, '$1') ?? single ?? ''),
  )
