import type { IncomingMessage } from 'node:http'

/** Larger than any valid body, even if all of its characters are written as \u escapes. */
export const MAX_BODY_BYTES = 100 * 1024

/** The Content-Length of a request; 0 if the header is absent. Node rejects invalid values. */
export const contentLength = ({ headers }: IncomingMessage): number => Number(headers['content-length'] ?? 0)

/** Whether the body of a request is, or may be, larger than MAX_BODY_BYTES: a chunked body has no declared length. */
export const mayExceedMaxBody = (request: IncomingMessage): boolean =>
  request.headers['transfer-encoding'] !== undefined || contentLength(request) > MAX_BODY_BYTES
