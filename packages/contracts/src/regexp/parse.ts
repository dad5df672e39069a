/** Syntax tree of a regular expression, reduced to what decides whether a text matches. */
export type RegExpNode =
  /** One character: a literal, an escape, a class in brackets, or the dot. */
  | { readonly kind: 'set'; readonly source: string }
  | { readonly kind: 'sequence' | 'alternation'; readonly parts: readonly RegExpNode[] }
  /** `max` is Infinity for `*`, `+` and `{2,}`. */
  | { readonly kind: 'repeat'; readonly part: RegExpNode; readonly min: number; readonly max: number }
  /** A zero-width assertion such as `^` or `\b`; a lookahead or lookbehind has a `body`. */
  | { readonly kind: 'assertion'; readonly source: string; readonly body?: RegExpNode }
  /** A backreference (`\1`, `\k<name>`), or a group with modifiers (`(?i:…)`). */
  | { readonly kind: 'unsupported'; readonly source: string }

/** Parses a source that `new RegExp(source, 'u')` has accepted. Syntax errors are not detected. */
export function parseRegExp(source: string): RegExpNode {
  let at = 0
  return alternation()

  function alternation(): RegExpNode {
    const parts = [sequence()]
    while (take(/\|/y) !== '') parts.push(sequence())
    return { kind: 'alternation', parts }
  }

  function sequence(): RegExpNode {
    const parts: RegExpNode[] = []
    while (at < source.length && source[at] !== '|' && source[at] !== ')') parts.push(quantified(atom()))
    return { kind: 'sequence', parts }
  }

  function atom(): RegExpNode {
    const start = at
    if (take(/\((?:\?:|\?<(?![=!])[^>]*>|(?!\?))/y) !== '') return closed(alternation())
    if (take(/\(\?<?[=!]/y) !== '') {
      const body = closed(alternation())
      return { kind: 'assertion', source: source.slice(start, at), body }
    }
    if (take(/\(\?[^:]*:/y) !== '') {
      closed(alternation())
      return { kind: 'unsupported', source: source.slice(start, at) }
    }
    const backreference = take(/\\(?:[1-9]\d*|k<[^>]*>)/y)
    if (backreference !== '') return { kind: 'unsupported', source: backreference }
    const assertion = take(/[\^$]|\\[bB]/y)
    return assertion === '' ? { kind: 'set', source: take(SET) } : { kind: 'assertion', source: assertion }
  }

  /** Skips the closing parenthesis of a group. */
  function closed(node: RegExpNode): RegExpNode {
    at++
    return node
  }

  function quantified(part: RegExpNode): RegExpNode {
    const [quantifier = '', sign = '', least = '', comma = '', most = ''] = match(QUANTIFIER) ?? []
    at += quantifier.length
    if (quantifier === '') return part
    if (sign !== '')
      return { kind: 'repeat', part, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity }
    const max = comma === '' ? least : most
    return { kind: 'repeat', part, min: Number(least), max: max === '' ? Infinity : Number(max) }
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

export function childrenOf(node: RegExpNode): readonly RegExpNode[] {
  switch (node.kind) {
    case 'sequence':
    case 'alternation':
      return node.parts
    case 'repeat':
      return [node.part]
    case 'assertion':
      return node.body ? [node.body] : []
    default:
      return []
  }
}

/** Greedy or lazy: which of several matches is found does not matter to whether there is one. */
const QUANTIFIER = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y

/** A class in brackets, an escape, or a literal character. */
const SET =
  /\[(?:[^\]\\]|\\[^])*\]|\\(?:u\{[^}]*\}|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u.{4}|x..|c.|[pP]\{[^}]*\}|[^])|[^]/uy
