import { HttpError, InvalidRequest } from '../../problems/http-errors.ts'

/** An error of Node's HTTP parser. */
export interface ParserError extends NodeJS.ErrnoException {
  /** What the parser says. */
  reason?: string
  /** The received bytes in which the error is: not the whole request if it came in several parts. */
  rawPacket?: Buffer
  /** The number of bytes of `rawPacket` before the error. */
  bytesParsed?: number
}

/** The error code for a CONNECT request. */
export const CONNECT = 'CONNECT'

const BAD_CHUNK = 'must have a body in chunks, each with its size as a hexadecimal number'
const FOLDED = 'must not have a header that continues on the next line'
const LENGTH_AND_ENCODING = 'must not have both Content-Length and Transfer-Encoding'
const LINE_END = 'must have CR and LF at the end of each line'

/** Messages by the code of the error, and by the start of the parser's reason where a code has several. */
const MESSAGES: Readonly<Record<string, string | readonly (readonly [reason: string, message: string])[]>> = {
  [CONNECT]: 'must not use CONNECT: this server is not a proxy',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'must not have large chunk extensions',
  HPE_CLOSED_CONNECTION: 'must not follow a request with Connection: close',
  HPE_CR_EXPECTED: LINE_END,
  HPE_INVALID_CHUNK_SIZE: BAD_CHUNK,
  HPE_INVALID_CONTENT_LENGTH: [
    ["Content-Length can't be present with", LENGTH_AND_ENCODING],
    ['', 'must have a decimal number as its Content-Length'],
  ],
  HPE_INVALID_EOF_STATE: 'must be complete before the connection is closed',
  HPE_INVALID_HEADER_TOKEN: [
    ['Unexpected whitespace after header value', FOLDED],
    ['Invalid header value char', 'must not have a control character in the value of a header'],
    ['', 'must have headers of the form "name: value", without a space before the colon'],
  ],
  HPE_INVALID_TRANSFER_ENCODING: [
    ["Transfer-Encoding can't be present with", LENGTH_AND_ENCODING],
    ['', 'must not have a Transfer-Encoding other than chunked'],
  ],
  HPE_INVALID_URL: 'must have a path or a URL as its target, with other characters percent-encoded',
  HPE_INVALID_VERSION: [
    ['Expected CRLF', LINE_END],
    ['', 'must be HTTP/1.1'],
  ],
  HPE_LF_EXPECTED: LINE_END,
  HPE_STRICT: BAD_CHUNK,
  HPE_UNEXPECTED_CONTENT_LENGTH: 'must have only one Content-Length header',
  HPE_UNEXPECTED_SPACE: FOLDED,
}

/** The HTTP error for input that Node's parser rejects. */
export function toHttpError(error: ParserError): Error {
  const { code = '', reason = '' } = error
  if (code === 'HPE_HEADER_OVERFLOW') {
    return isRequestLine(lineBefore(error))
      ? new HttpError('uri-too-long', 'The request target is too long')
      : new HttpError('header-too-large', 'The headers of the request are too large')
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new HttpError('request-timeout', 'The request was not received in time')
  }
  const method = code === 'HPE_INVALID_METHOD' ? METHOD.exec(lineAround(error))?.[1] : undefined
  if (method !== undefined) {
    return new HttpError('not-implemented', `The server does not know the method ${method}`)
  }
  const entry = MESSAGES[code] ?? 'must be HTTP/1.1'
  const message = typeof entry === 'string' ? entry : entry.find(([start]) => reason.startsWith(start))?.[1]
  return new InvalidRequest([{ field: 'request', message: message ?? 'must be HTTP/1.1' }])
}

/** A method (a token of RFC 9110) with a target, or with nothing yet. Other protocols do not begin like that. */
const METHOD = /^([\w!#$%&'*+.^`|~-]{1,40})(?: \S|$)/

const isRequestLine = (line: string): boolean => /^[A-Z]+ \S*$/.test(line)

/** The line with the error, up to the error. */
function lineBefore({ rawPacket, bytesParsed = 0 }: ParserError): string {
  const text = rawPacket?.toString('latin1', 0, bytesParsed) ?? ''
  return text.slice(text.lastIndexOf('\n') + 1)
}

function lineAround(error: ParserError): string {
  const rest = error.rawPacket?.toString('latin1', error.bytesParsed) ?? ''
  return lineBefore(error) + (rest.split('\n')[0] ?? '')
}
