import type { JsonText, Token } from '../tokens.ts'
import { closingOf } from './tokens-of.ts'

/** A member of an object in a text. */
export interface Member {
  readonly name: Token
  readonly colon: Token
  /** The first token of the value. */
  readonly value: Token
  readonly start: number
  /** The end of the value. */
  readonly end: number
  /** The comma after it; undefined for the last member. */
  readonly comma: Token | undefined
}

/** The members of all objects, in the order of their names. */
export function membersIn({ tokens }: JsonText): Member[] {
  return tokens.flatMap((name, index) => {
    const [colon, value] = [tokens[index + 1], tokens[index + 2]]
    if (name.kind !== 'name' || !colon || !value) return []
    const last = value.kind === '{' || value.kind === '[' ? closingOf(tokens, index + 2) : value
    const next = last && tokens[tokens.indexOf(last) + 1]
    const comma = next?.kind === ',' ? next : undefined
    return [{ name, colon, value, start: name.start, end: (last ?? value).end, comma }]
  })
}

/** A list in a text. */
export interface List {
  readonly open: Token
  readonly close: Token
  /** The first token of each item. */
  readonly items: readonly Token[]
  /** The commas between the items. */
  readonly commas: readonly Token[]
}

/** The lists with at least two items, by default of strings. */
export function listsIn({ tokens }: JsonText, kind: Token['kind'] = 'string'): List[] {
  return tokens.flatMap((open, index) => {
    const close = closingOf(tokens, index)
    if (open.kind !== '[' || !close) return []
    const inside = tokens.filter(({ container }) => container === index)
    const items = inside.filter((token) => token.kind !== ',' && token.kind !== ']' && token.kind !== '}')
    const commas = inside.filter((token) => token.kind === ',')
    return items.length > 1 && items.every((item) => item.kind === kind)
      ? [{ open, close, items, commas }]
      : []
  })
}

/** A line of a text, with its line break. */
export interface Line {
  readonly start: number
  readonly end: number
  /** Without white space around it. */
  readonly content: string
}

/** The lines of a printed text; none if the text is in one line. */
export function linesIn({ text }: JsonText): Line[] {
  const lines = Array.from(text.matchAll(/[^\n]*\n|[^\n]+$/g), ({ 0: line, index }) => ({
    start: index,
    end: index + line.length,
    content: line.trim(),
  }))
  return lines.length > 1 ? lines : []
}
