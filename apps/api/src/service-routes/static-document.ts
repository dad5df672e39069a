import type { Request, Response } from 'express'

import {
  chooseEncoding,
  compress,
  type ContentEncoding,
  setEncodingHeaders,
} from '../http/responses/content-encoding.ts'

/** A document is compressed only once, but the first request waits for it. */
const BROTLI_QUALITY = 9

/** A body that does not change. It is compressed when an encoding is first requested. */
export class StaticDocument {
  readonly #body: Buffer
  readonly #compressed = new Map<ContentEncoding, Promise<Buffer>>()

  constructor(body: string | Buffer) {
    this.#body = Buffer.from(body)
  }

  /** Sends the body, or 304 if `If-None-Match` contains the ETag of the response. */
  async send(request: Request, response: Response): Promise<void> {
    const encoding = chooseEncoding(request.headers['accept-encoding'], this.#body.length)
    setEncodingHeaders(response, encoding)
    response.send(encoding === undefined ? this.#body : await this.#compress(encoding))
  }

  #compress(encoding: ContentEncoding): Promise<Buffer> {
    const known = this.#compressed.get(encoding)
    if (known !== undefined) return known
    const compressed = compress(this.#body, encoding, BROTLI_QUALITY)
    this.#compressed.set(encoding, compressed)
    return compressed
  }
}
