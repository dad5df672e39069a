import type { ArtifactText, Mistake } from '../../mistakes/mistake.ts'
import { replace } from '../../edits.ts'
import { isClosing } from '../../tokens.ts'
import { throughout } from '../kinds.ts'
import { sourceOf, stringsIn } from '../tokens-of.ts'

type Write = (token: { readonly kind: string; readonly source: string }) => string

/** The text with each token written in another way. */
function rewritten(json: ArtifactText, write: Write): string {
  let text = ''
  let at = 0
  for (const token of json.tokens) {
    text += json.text.slice(at, token.start) + write({ kind: token.kind, source: sourceOf(json, token) })
    at = token.end
  }
  return text + json.text.slice(at)
}

/** Whether a content can stand between apostrophes as it is. */
const isPlain = (source: string): boolean => !/['\\]/.test(source)

const inApostrophes = (source: string): string => (isPlain(source) ? `'${source.slice(1, -1)}'` : source)

const inner = (source: string): string => source.slice(1, -1)

const LITERALS_OF_PYTHON: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' }

/** Artifacts in the syntax of another language. */
export const otherFormatMistakes: readonly Mistake[] = [
  throughout('dictionary of Python', (json) =>
    rewritten(json, ({ kind, source }) =>
      kind === 'name' || kind === 'string' ? inApostrophes(source) : (LITERALS_OF_PYTHON[source] ?? source),
    ),
  ),
  throughout('object of JavaScript', (json) =>
    rewritten(json, ({ kind, source }) =>
      kind === 'name' ? inner(source) : kind === 'string' ? inApostrophes(source) : source,
    ),
  ),
  throughout('object of JavaScript with commas at the end', (json) =>
    rewritten(json, ({ kind, source }) =>
      kind === 'name' ? inner(source) : kind === '}' || kind === ']' ? `,${source}` : source,
    ).replaceAll(/([{[]\s*),/g, '$1'),
  ),
  throughout('hash of Ruby', (json) =>
    rewritten(json, ({ kind, source }) => (kind === ':' ? ' =>' : source === 'null' ? 'nil' : source)),
  ),
  throughout('hash of Ruby with symbols', (json) =>
    rewritten(json, ({ kind, source }) =>
      kind === 'name' ? `:${inner(source)}` : kind === ':' ? ' =>' : source === 'null' ? 'nil' : source,
    ),
  ),
  throughout('array of PHP', (json) =>
    rewritten(json, ({ kind, source }) =>
      kind === '{' ? '[' : kind === '}' ? ']' : kind === ':' ? ' =>' : source,
    ),
  ),
  throughout('map of Groovy or Swift', (json) =>
    rewritten(json, ({ kind, source }) => (kind === '{' ? '[' : kind === '}' ? ']' : source)),
  ),
  throughout('table of Lua', (json) =>
    rewritten(json, ({ kind, source }) =>
      kind === 'name'
        ? inner(source)
        : kind === ':'
          ? ' ='
          : kind === '['
            ? '{'
            : kind === ']'
              ? '}'
              : source === 'null'
                ? 'nil'
                : source,
    ),
  ),
  throughout('map of Clojure', (json) =>
    rewritten(json, ({ kind, source }) =>
      kind === 'name'
        ? `:${inner(source)}`
        : kind === ':' || kind === ','
          ? ' '
          : source === 'null'
            ? 'nil'
            : source,
    ),
  ),
  throughout('block of YAML', (json) => toYaml(JSON.parse(json.text), '')),
  throughout('members of TOML', (json) =>
    Object.entries(JSON.parse(json.text) as object)
      .map(([name, value]) => `${name} = ${JSON.stringify(value)}\n`)
      .join(''),
  ),
  throughout('members without braces', ({ text }) => text.trim().slice(1, -1).trim()),
  throughout('elements of XML', (json) => `<artifact>\n${toXml(JSON.parse(json.text))}</artifact>\n`),
  {
    name: 'block of YAML for a list',
    edits: (json) => {
      const list = stringsIn(json).find(({ container }) => json.tokens[container]?.kind === '[')
      const open = list && json.tokens[list.container]
      const items = list ? stringsIn(json).filter(({ container }) => container === list.container) : []
      const close =
        open && json.tokens.find((token) => isClosing(token.kind) && token.start > (items.at(-1)?.end ?? 0))
      if (!open || !close || !json.text.trimEnd().includes('\n')) return []
      const lines = items.map((item) => `\n    - ${sourceOf(json, item)}`).join('')
      return [replace({ start: open.start, end: close.end }, lines)]
    },
  },
]

function toYaml(value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null) return ` ${JSON.stringify(value)}\n`
  const entries = Object.entries(value)
  if (entries.length === 0) return Array.isArray(value) ? ' []\n' : ' {}\n'
  const lines = entries.map(
    ([name, part]) => `${indent}${Array.isArray(value) ? '-' : `${name}:`}${toYaml(part, `${indent}  `)}`,
  )
  return (indent === '' ? '' : '\n') + lines.join('')
}

function toXml(value: unknown): string {
  if (Array.isArray(value)) return value.map((item) => `<item>${toXml(item)}</item>\n`).join('')
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([name, part]) => `<${name}>${toXml(part)}</${name}>\n`)
    .join('')
}
