import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { escapeText } from '@workbench/contracts'

import { makeServer } from './server.ts'
import { StdioTransport } from './transport/stdio-transport.ts'

// Standard output is for the protocol only; messages go to standard error.
const transport = new StdioTransport(process.stdin, process.stdout)
const context = { env: process.env, cwd: process.cwd(), today: () => new Date() }
serveStdio(() => makeServer(context, transport.lossesOf), {
  transport,
  onerror: (error) => {
    process.stderr.write(`workbench: ${escapeText(error.message)}\n`)
  },
})
