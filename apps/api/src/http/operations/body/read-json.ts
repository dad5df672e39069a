import { isUtf8 } from 'node:buffer'

import type { RequestHandler } from 'express'

import { InvalidRequest } from '../../../problems/http-errors.ts'

import { contentLength } from './body-limits.ts'

const BYTE_ORDER_MARK = 0xfeff

/**
 * Reads the body that nearly every request has: one of a length that it says, and not compressed. It gives any other
 * to `parse`, which can do everything, and takes longer than the rest of the way to a handler. The length has been
 * checked before.
 */
export function readJson(parse: RequestHandler): RequestHandler {
  return (request, response, next) => {
    const isPlain = request.headers['content-encoding'] === undefined && contentLength(request) > 0
    if (!isPlain || request.complete) {
      void parse(request, response, next)
      return
    }
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.once('end', () => {
      try {
        request.body = parseJson(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))
      } catch (error) {
        next(error)
        return
      }
      next()
    })
  }
}

function parseJson(bytes: Buffer): unknown {
  requireUtf8(bytes)
  const text = bytes.toString()
  try {
    return JSON.parse(text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text)
  } catch {
    throw malformedJson()
  }
}

export function requireUtf8(bytes: Uint8Array): void {
  if (!isUtf8(bytes)) throw new InvalidRequest([{ field: 'body', message: 'must be UTF-8' }])
}

export const malformedJson = (): InvalidRequest =>
  new InvalidRequest([{ field: 'body', message: 'must be well-formed JSON' }])
