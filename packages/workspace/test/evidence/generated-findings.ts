import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { Random } from '@workbench/test-support/artifacts/random'

/** What an artifact says of a file, how it says it, and whether it is so. */
export interface Case {
  readonly kind: string
  readonly isTrue: boolean
  readonly location: { readonly file: string; readonly line?: number }
  readonly evidence: { readonly kind: 'file'; readonly ref: string; readonly excerpt?: string }
}

/** A passage of a text file. */
interface Passage {
  readonly file: string
  readonly first: number
  readonly lines: readonly string[]
  readonly total: number
}

/** The files that findings are about, by what happened to them. */
export interface Corpus {
  readonly root: string
  /** Relative paths. */
  readonly files: readonly string[]
  /** Those that the working tree has lost or changed; `before` reads what was committed. */
  readonly gone: readonly string[]
  readonly before: (file: string) => string
}

/** How people write a file and its lines. */
const REFERENCES: readonly ((file: string, first: number, last: number) => string)[] = [
  (file) => file,
  (file, first) => `${file}:${first}`,
  (file, first, last) => `${file}:${first}-${last}`,
  (file, first) => `${file}#L${first}`,
  (file, first, last) => `${file}#L${first}-L${last}`,
  (file, first) => `./${file}:${first}`,
  (file, first, last) => `/${file}:${first}-${last}`,
  (file, first) => `${file}:${first}:7`,
  (file, first, last) => `${file} (lines ${first}-${last})`,
  (file, first) => `${file}, line ${first}`,
]

type Quote = (lines: readonly string[], first: number) => string

const exact: Quote = (lines) => lines.join('\n')

/** How tools and people quote. */
const QUOTES: Readonly<Record<string, Quote>> = {
  exact,
  trimmed: (lines) =>
    lines
      .map((line) => line.trim())
      .join('\n')
      .trim(),
  oneLine: (lines) => lines.join(' ').replaceAll(/\s+/g, ' '),
  otherQuotes: (lines) => lines.join('\n').replaceAll("'", '"').replaceAll('`', '’'),
  elided: (lines) => [lines[0], '…', ...lines.slice(2)].join('\n'),
  elidedInside: (lines) => lines.join('\n').replace(/(?<=\w)\W+\w+\W+(?=\w)/, ' ... '),
  numbered: (lines, first) => lines.map((line, index) => `${first + index}: ${line}`).join('\n'),
  arrows: (lines, first) =>
    lines.map((line, index) => `${String(first + index).padStart(6)}→${line}`).join('\n'),
  tabs: (lines, first) => lines.map((line, index) => `${first + index}\t${line}`).join('\n'),
  bars: (lines, first) => lines.map((line, index) => `${first + index} | ${line}`).join('\n'),
  added: (lines) => lines.map((line) => `+${line}`).join('\n'),
  fenced: (lines) => `\`\`\`ts\n${lines.join('\n')}\n\`\`\``,
}

/** Findings that are true of the files, generated from a seed. */
export function trueCases(corpus: Corpus, count: number, seed: number): Case[] {
  const random = new Random(seed)
  return Array.from({ length: count }, (_, index): Case => {
    const isGone = corpus.gone.length > 0 && random.chance(0.1)
    const passage = passageOf(
      random,
      isGone ? corpus.gone : corpus.files,
      isGone ? corpus.before : reader(corpus),
    )
    const names = Object.keys(QUOTES)
    const name = names[index % names.length] ?? 'exact'
    return {
      kind: isGone ? `${name}, in the last commit` : name,
      isTrue: true,
      location: { file: passage.file, line: passage.first },
      evidence: evidenceOf(random, passage, QUOTES[name]),
    }
  })
}

/** Findings that are not true of the files: each is a true one with one change. */
export function falseCases(corpus: Corpus, count: number, seed: number): Case[] {
  const random = new Random(seed)
  const read = reader(corpus)
  return Array.from({ length: count }, (_, index): Case => {
    const passage = passageOf(random, corpus.files, read)
    const { file, first } = passage
    const location = { file, line: first }
    const other = corpus.files.filter(
      (name) => !compactOf(read(name)).includes(compactOf(passage.lines.join(''))),
    )
    const base = { isTrue: false, location, evidence: evidenceOf(random, passage, QUOTES['exact']) } as const
    switch (index % 5) {
      case 0: {
        const moved = { ...passage, file: random.pick(other) }
        return { ...base, kind: 'another file', evidence: evidenceOf(random, moved, QUOTES['exact']) }
      }
      case 1: {
        const name = file.replace(/(\w+)(\.\w+)$/, `${random.pick(WORDS)}-$1$2`)
        return {
          ...base,
          kind: 'no file',
          location: { file: name },
          evidence: { kind: 'file', ref: `${name}:${first}` },
        }
      }
      case 2: {
        const line = passage.total + random.integer(2, 400)
        return {
          ...base,
          kind: 'line beyond the end',
          location: { file, line },
          evidence: { kind: 'file', ref: file },
        }
      }
      case 3: {
        const excerpt = altered(random, passage.lines.join('\n'), read(file))
        return {
          ...base,
          kind: 'a word altered',
          evidence: { kind: 'file', ref: `${file}:${first}`, excerpt },
        }
      }
      default: {
        const excerpt = `${random.pick(WORDS)} = ${random.pick(WORDS)}(${random.pick(WORDS)}, ${random.integer(2, 999)})`
        return { ...base, kind: 'invented', evidence: { kind: 'file', ref: file, excerpt } }
      }
    }
  })
}

const WORDS = ['settle', 'acquirer', 'ledger', 'invoiceTotal', 'retryWindow', 'quotaOf', 'shardKey', 'tenant']

const reader =
  ({ root }: Corpus) =>
  (file: string): string =>
    readFileSync(join(root, file), 'utf8')

const compactOf = (text: string): string => text.replaceAll(/[\s"'`]/g, '')

/** Some lines of a file, at least one of which has words. */
function passageOf(random: Random, files: readonly string[], read: (file: string) => string): Passage {
  for (;;) {
    const file = random.pick(files)
    const all = read(file).split(/\r?\n/)
    const total = all.at(-1) === '' ? all.length - 1 : all.length
    const first = random.integer(1, Math.max(1, total))
    const lines = all.slice(first - 1, Math.min(total, first - 1 + random.integer(3, 6)))
    const text = lines.join('\n')
    if (text.length <= 500 && /[a-z]{4}\W+[a-z]{4}/i.test(text)) return { file, first, lines, total }
  }
}

function evidenceOf(random: Random, { file, first, lines }: Passage, quote: Quote = exact) {
  const reference = random.pick(REFERENCES)
  return {
    kind: 'file',
    ref: reference(file, first, first + lines.length - 1),
    excerpt: quote(lines, first),
  } as const
}

/** The text with another word, which is not in the file. */
function altered(random: Random, text: string, whole: string): string {
  const words = text.match(/[a-z]{4,}/gi) ?? []
  for (;;) {
    const word = random.pick(words)
    const changed = text.replace(word, random.pick(WORDS))
    if (!compactOf(whole).includes(compactOf(changed))) return changed
  }
}
