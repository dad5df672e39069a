import { REDACTED } from './redact.ts'

/**
 * Redacts a request target for the log: the values of query parameters other than `known` are replaced, because a client
 * may have put a secret there.
 */
export function redactUrl(url: string, known: ReadonlySet<string>): string {
  const start = url.indexOf('?')
  if (start === -1) return url
  const query = url
    .slice(start + 1)
    .split('&')
    .map((parameter) => redactParameter(parameter, known))
  return `${url.slice(0, start)}?${query.join('&')}`
}

function redactParameter(parameter: string, known: ReadonlySet<string>): string {
  const end = parameter.indexOf('=')
  if (known.has(end === -1 ? parameter : parameter.slice(0, end))) return parameter
  // A parameter without `=` may be the secret itself.
  return end === -1 ? REDACTED : `${parameter.slice(0, end)}=${REDACTED}`
}
