import type { Random } from '../../../../packages/test-support/src/artifacts/random.ts'
import { allNodes, type TextNode } from '../../json/text-nodes.ts'
import type { Draft } from '../draft.ts'
import { type Edit, replaceRange, type TextualMistake } from './textual-mistake.ts'

interface Literal {
  readonly start: number
  readonly end: number
}

const names = (root: TextNode): Literal[] => allNodes(root).flatMap(({ name }) => (name ? [name] : []))
const strings = (root: TextNode): Literal[] => allNodes(root).filter(({ kind }) => kind === 'string')

const quotesAs =
  (open: string, close: string) =>
  ({ start, end }: Literal): Edit[] => [
    replaceRange(start, start + 1, open),
    replaceRange(end - 1, end, close),
  ]

/** Replaces each occurrence of an escape. Without the second half of an escaped backslash, which is no escape. */
function unescapedIn(text: string, literals: readonly Literal[], escape: string, raw: string): Edit[] {
  return literals.flatMap(({ start, end }) =>
    Array.from(text.slice(start, end).matchAll(/\\./gs))
      .filter(([found]) => found === escape)
      .map(({ index }) => replaceRange(start + index, start + index + escape.length, raw, start)),
  )
}

/** Changes a long text of the artifact. */
const rewording = (reword: (text: string) => string) => (draft: Draft, random: Random) => {
  const texts = draft
    .sites()
    .filter(({ schema, value }) => schema['type'] === 'string' && isLongText(value, schema))
  if (texts.length > 0) {
    const site = random.pick(texts)
    draft.setBoth(site, reword(site.value as string))
  }
}

const isLongText = (value: unknown, { maxLength = Infinity }: Readonly<Record<string, unknown>>): boolean =>
  typeof value === 'string' && /^[^"\\\n]* [^"\\\n]* /.test(value) && value.length + 20 < Number(maxLength)

/** Quotes, names and the content of strings. */
export const stringMistakes: readonly TextualMistake[] = [
  {
    name: 'single quotes',
    isLossless: true,
    edits: (text, root) =>
      [...names(root), ...strings(root)]
        .filter(({ start, end }) => !/['"\\]/.test(text.slice(start + 1, end - 1)))
        .flatMap(quotesAs("'", "'")),
  },
  {
    name: 'smart quotes',
    isLossless: true,
    edits: (_, root, random) => {
      const texts = random.shuffled(strings(root)).slice(0, random.pick([1, 3, 1000]))
      return (random.chance(0.5) ? [...names(root), ...texts] : texts).flatMap(quotesAs('“', '”'))
    },
  },
  {
    name: 'unquoted names',
    isLossless: true,
    edits: (text, root) =>
      names(root)
        .filter(({ start, end }) => /^\w+$/.test(text.slice(start + 1, end - 1)))
        .flatMap(quotesAs('', '')),
  },
  {
    name: 'raw line break in a string',
    isLossless: true,
    prepare: rewording((text) => text.replace(/ (?=\S+$)/, '\n')),
    edits: (text, root) => unescapedIn(text, strings(root), '\\n', '\n'),
  },
  {
    name: 'raw tab in a string',
    isLossless: true,
    prepare: rewording((text) => text.replace(' ', '\t')),
    edits: (text, root) => unescapedIn(text, strings(root), '\\t', '\t'),
  },
  {
    name: 'unescaped quotes in a string',
    isLossless: false,
    prepare: rewording((text) => text.replace(/ (\S+) /, ' "$1" ')),
    edits: (text, root) => unescapedIn(text, strings(root), '\\"', '"'),
  },
  {
    name: 'invalid escape',
    isLossless: false,
    prepare: rewording((text) => text.replace(/ (?=\S+$)/, ' \\d+ ')),
    edits: (text, root) =>
      unescapedIn(text, strings(root), '\\\\', '\\').filter(
        ({ end }) => !/["\\/bfnrtu]/.test(text[end] ?? ''),
      ),
  },
]
