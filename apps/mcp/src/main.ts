import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { escapeText } from '@workbench/contracts'

import { makeServer } from './server.ts'
import { StdioTransport } from './stdio-transport.ts'

/** In UTF-16 code units. The SDK repeats names of the request in its messages, and writes some of them as indented JSON. */
const MAX_MESSAGE_LENGTH = 1_000

// Standard output is for the protocol only; messages go to standard error.
const transport = new StdioTransport(process.stdin, process.stdout)
const context = {
  env: process.env,
  cwd: process.cwd(),
  programFolder: import.meta.dirname,
  today: () => new Date(),
}
// A client that has ended reads no messages either.
process.stderr.on('error', () => undefined)
serveStdio(() => makeServer(context), {
  transport,
  onerror: ({ message }) => {
    const line = message.slice(0, MAX_MESSAGE_LENGTH).replaceAll(/\s+/g, ' ')
    process.stderr.write(`workbench: ${escapeText(line)}\n`)
  },
})
