import type { Answer } from '../fixer/answer.ts'

/** The value of a text, or the answer that the message of `JSON.parse` is. */
type Parsed = { readonly value: unknown } | { readonly rejection: Answer }

/** Parses a text as validators do that take a value. The location comes from the message of V8. */
export function parseJson(text: string): Parsed {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    const { message } = error as SyntaxError
    const offset = offsetIn(message, text)
    const before = text.slice(0, offset).split('\n')
    const location = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
    const violation = { path: '', keyword: 'syntax', ...(offset !== undefined && location) }
    return { rejection: { length: message.length, violations: [violation] } }
  }
}

/** The message of V8 contains a position, quotes the text around the error, or reports the end of the text. */
function offsetIn(message: string, text: string): number | undefined {
  const position = /at position (\d+)/.exec(message)?.[1]
  if (position !== undefined) return Number(position)
  if (message.startsWith('Unexpected end')) return text.length
  const quoted = /^Unexpected token '?(.*?)'?, (?:\.\.\.)?"([\s\S]*?)"(?:\.\.\.)? is not valid JSON/.exec(
    message,
  )
  const [, token = '', excerpt = ''] = quoted ?? []
  const start = text.indexOf(excerpt)
  const within = excerpt.indexOf(token, message.includes('...') ? 10 : 0)
  return quoted && start >= 0 && within >= 0 ? start + within : undefined
}
