import type { RequestHandler } from 'express'

/**
 * Brings the target of a request into the one form that everything behind this reads: without the address that clients
 * of a proxy send, without a fragment, and with a path that can be decoded. Where a segment's percent signs encode
 * nothing, they are taken literally: such a segment is an odd id, which names nothing, rather than a fault of its own.
 */
export const normalizeRequestTarget: RequestHandler = (request, _response, next) => {
  if (!request.url.startsWith('/') || request.url.includes('#')) request.url = toOriginForm(request.url)
  if (request.url.includes('%')) request.url = escapeInvalidPercents(request.url)
  next()
}

/** The path and the query of a target, whatever form it has. */
export function toOriginForm(url: string): string {
  const target = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/#.*$/s, '')
  return target.startsWith('/') ? target : `/${target}`
}

function escapeInvalidPercents(url: string): string {
  const end = url.indexOf('?')
  const path = end === -1 ? url : url.slice(0, end)
  return path.split('/').map(escapeInvalidPercent).join('/') + url.slice(path.length)
}

function escapeInvalidPercent(segment: string): string {
  try {
    decodeURIComponent(segment)
    return segment
  } catch {
    return segment.replaceAll('%', '%25')
  }
}
