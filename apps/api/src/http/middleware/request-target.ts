import type { IncomingMessage } from 'node:http'

import type { RequestHandler } from 'express'

/**
 * Rewrites `request.url` to a path and a query that the router can read: without the scheme and authority of an absolute
 * URL, without a fragment, without encoded unreserved characters, and with every path segment decodable. In a segment with
 * an invalid percent encoding, all percent signs are taken literally: `/tasks/100%` is the id `100%`, which does not exist
 * (404). Express would answer 400.
 */
export const normalizeRequestTarget: RequestHandler = (request, _response, next) => {
  if (!request.url.startsWith('/') || request.url.includes('#')) request.url = toOriginForm(request.url)
  if (request.url.includes('%')) request.url = normalizePath(request.url)
  next()
}

const SERVER_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Answers `OPTIONS *`, which is about the server itself (RFC 9110, section 9.3.7). */
export const answerServerOptions: RequestHandler = (request, response, next) => {
  if (request.method !== 'OPTIONS' || request.originalUrl !== '*') {
    next()
    return
  }
  response.setHeader('Allow', SERVER_METHODS.join(', '))
  response.status(204).end()
}

/**
 * Converts a request target that does not begin with a slash to origin form. The authority of an absolute URL replaces
 * the Host header (RFC 9112, section 3.2.2).
 */
export function useOriginForm(request: IncomingMessage): void {
  const { url = '', headers } = request
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1]
  if (authority !== undefined && headers.host !== undefined) headers.host = authority
  if (url !== '*') request.url = toOriginForm(url)
}

/** Converts a request target to origin form (RFC 9112, section 3.2.1): path and query. */
function toOriginForm(url: string): string {
  const target = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/#.*$/s, '')
  return target.startsWith('/') ? target : `/${target}`
}

function normalizePath(url: string): string {
  const end = url.indexOf('?')
  const path = end === -1 ? url : url.slice(0, end)
  return path.split('/').map(normalizeSegment).join('/') + url.slice(path.length)
}

function normalizeSegment(segment: string): string {
  try {
    decodeURIComponent(segment)
  } catch {
    return segment.replaceAll('%', '%25')
  }
  // Encoded letters, digits, `-`, `.`, `_` and `~` are the same as these characters (RFC 3986, section 6.2.2.2).
  return segment.replaceAll(/%[2-7][0-9a-f]/gi, (encoded) => {
    const character = decodeURIComponent(encoded)
    return /[\w.~-]/.test(character) ? character : encoded
  })
}
