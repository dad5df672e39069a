import { REDACTED } from './redact.ts'

/**
 * The target of a request as the log shows it: the values of the query parameters that are not `known` are left out,
 * for a client may have put a key there.
 */
export function redactUrl(url: string, known: ReadonlySet<string>): string {
  const start = url.indexOf('?')
  if (start === -1) return url
  const query = url
    .slice(start + 1)
    .split('&')
    .map((pair) => safePair(pair, known))
  return `${url.slice(0, start)}?${query.join('&')}`
}

function safePair(pair: string, known: ReadonlySet<string>): string {
  const end = pair.indexOf('=')
  if (known.has(end === -1 ? pair : pair.slice(0, end))) return pair
  // Without a name, all of it may be the value.
  return end === -1 ? REDACTED : `${pair.slice(0, end)}=${REDACTED}`
}
