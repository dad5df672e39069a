import type { RequestHandler } from 'express'

/**
 * Rewrites `request.url` to a path and a query that the router can read: without the scheme and authority of an absolute
 * URL, without a fragment, and with every path segment decodable. In a segment with an invalid percent encoding, all
 * percent signs are taken literally: `/tasks/100%` is the id `100%`, which does not exist (404). Express would answer 400.
 */
export const normalizeRequestTarget: RequestHandler = (request, _response, next) => {
  if (!request.url.startsWith('/') || request.url.includes('#')) request.url = toOriginForm(request.url)
  if (request.url.includes('%')) request.url = escapeInvalidPercents(request.url)
  next()
}

/** Converts a request target to origin form (RFC 9112, section 3.2.1): path and query. */
export function toOriginForm(url: string): string {
  const target = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/#.*$/s, '')
  return target.startsWith('/') ? target : `/${target}`
}

function escapeInvalidPercents(url: string): string {
  const end = url.indexOf('?')
  const path = end === -1 ? url : url.slice(0, end)
  return path.split('/').map(escapeIfInvalid).join('/') + url.slice(path.length)
}

function escapeIfInvalid(segment: string): string {
  try {
    decodeURIComponent(segment)
    return segment
  } catch {
    return segment.replaceAll('%', '%25')
  }
}
