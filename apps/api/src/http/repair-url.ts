import type { RequestHandler } from 'express'

/**
 * Makes every path decodable: where a segment's percent signs encode nothing, they are taken literally. Such a
 * segment is an odd id, which names nothing, rather than a fault of its own.
 */
export const repairUrl: RequestHandler = (request, _response, next) => {
  if (request.url.includes('%')) request.url = repaired(request.url)
  next()
}

function repaired(url: string): string {
  const end = url.indexOf('?')
  const path = end === -1 ? url : url.slice(0, end)
  return path.split('/').map(decodable).join('/') + url.slice(path.length)
}

function decodable(segment: string): string {
  try {
    decodeURIComponent(segment)
    return segment
  } catch {
    return segment.replaceAll('%', '%25')
  }
}
