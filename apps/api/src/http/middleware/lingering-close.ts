import type { IncomingMessage, ServerResponse } from 'node:http'

/** How long a client may go on sending after it was answered. */
const LINGER_MS = 2_000

/**
 * Makes the answer the last one on its connection, for a request that is still coming and that nobody will read.
 * Closing at once would make the system throw away the answer together with what comes in; so the sending side is
 * closed first, and the other one when the client has had time to read.
 */
export function closeAfterResponse(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request
  response.setHeader('Connection', 'close')
  // Node calls this when an answer that says so is sent.
  socket.destroySoon = () => {
    socket.end()
    const timer = setTimeout(() => socket.destroy(), LINGER_MS)
    socket.once('close', () => {
      clearTimeout(timer)
    })
  }
}
