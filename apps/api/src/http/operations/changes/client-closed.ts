import type { Response } from 'express'

/**
 * Aborted when the response is closed, or when the client closes its side of the connection: one that is closed on both
 * sides cannot be told apart, and nothing is kept waiting for it.
 */
export function clientClosed(response: Response): AbortSignal {
  const closed = new AbortController()
  const { socket } = response.req
  const abort = (): void => {
    closed.abort()
    socket.off('end', abort)
  }
  socket.once('end', abort)
  response.once('close', abort)
  if (socket.readableEnded || response.closed) abort()
  return closed.signal
}
