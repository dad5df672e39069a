/** A part of a regular expression, as far as it decides whether a text matches. */
export type RegExpNode =
  /** One character of a set. */
  | { readonly kind: 'set'; readonly source: string }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly RegExpNode[] }
  /** `most` is Infinity for `*`, `+` and `{2,}`. */
  | { readonly kind: 'repeat'; readonly part: RegExpNode; readonly least: number; readonly most: number }
  /** A condition on the place between two characters; with `around`, on what stands before or behind it. */
  | { readonly kind: 'place'; readonly source: string; readonly around?: RegExpNode }
  /** What depends on more than the place: `\1`, `\k<name>`, `(?i:…)`. */
  | { readonly kind: 'other'; readonly source: string }

/** Reads a regular expression that `new RegExp(source, 'u')` has taken, so that its grammar need not be checked again. */
export function parseRegExp(source: string): RegExpNode {
  let at = 0
  return choice()

  function choice(): RegExpNode {
    const parts = [sequence()]
    while (take(/\|/y) !== '') parts.push(sequence())
    return { kind: 'choice', parts }
  }

  function sequence(): RegExpNode {
    const parts: RegExpNode[] = []
    while (at < source.length && source[at] !== '|' && source[at] !== ')') parts.push(repeated(atom()))
    return { kind: 'sequence', parts }
  }

  function atom(): RegExpNode {
    const start = at
    if (take(/\((?:\?:|\?<(?![=!])[^>]*>|(?!\?))/y) !== '') return closed(choice())
    if (take(/\(\?<?[=!]/y) !== '') {
      const around = closed(choice())
      return { kind: 'place', source: source.slice(start, at), around }
    }
    if (take(/\(\?[^:]*:/y) !== '') {
      closed(choice())
      return { kind: 'other', source: source.slice(start, at) }
    }
    const reference = take(/\\(?:[1-9]\d*|k<[^>]*>)/y)
    if (reference !== '') return { kind: 'other', source: reference }
    const place = take(/[\^$]|\\[bB]/y)
    return place === '' ? { kind: 'set', source: take(SET) } : { kind: 'place', source: place }
  }

  /** Steps over the bracket that ends a group. */
  function closed(part: RegExpNode): RegExpNode {
    at++
    return part
  }

  function repeated(part: RegExpNode): RegExpNode {
    const [whole = '', sign = '', least = '', comma = '', most = ''] = match(QUANTIFIER) ?? []
    at += whole.length
    if (whole === '') return part
    if (sign !== '')
      return { kind: 'repeat', part, least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Infinity }
    const limit = comma === '' ? least : most
    return { kind: 'repeat', part, least: Number(least), most: limit === '' ? Infinity : Number(limit) }
  }

  function take(expression: RegExp): string {
    const text = match(expression)?.[0] ?? ''
    at += text.length
    return text
  }

  function match(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = at
    return expression.exec(source)
  }
}

/** Whether it is greedy makes no difference to whether a text matches. */
const QUANTIFIER = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y

/** A class in brackets, an escape, or a character that stands for itself. */
const SET =
  /\[(?:[^\]\\]|\\[^])*\]|\\(?:u\{[^}]*\}|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u.{4}|x..|c.|[pP]\{[^}]*\}|[^])|[^]/uy
