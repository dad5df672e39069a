import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** How long the connection stays open for reading after the response was sent. */
const LINGER_MS = 2_000

/**
 * Closes a socket after the written data is sent.
 *
 * If a socket is closed while received bytes are unread, TCP sends RST, and the client's system may then discard the
 * response before the client reads it. So only the sending side is closed at first (FIN), and the socket is destroyed
 * when the client closes it or after LINGER_MS: the client may keep its side open.
 */
export function lingerAndClose(socket: Socket): void {
  socket.end()
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => {
    clearTimeout(timer)
  })
}

/** Closes the connection after the response, for a request whose body will not be read to its end. */
export function closeAfterResponse(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request
  response.setHeader('Connection', 'close')
  // Node calls destroySoon() after it has sent a response with `Connection: close`.
  socket.destroySoon = () => {
    lingerAndClose(socket)
  }
}
