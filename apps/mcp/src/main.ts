import { serveStdio } from '@modelcontextprotocol/server/stdio'

import { makeServer } from './server.ts'

// Standard output carries the protocol and nothing else.
serveStdio(() => makeServer({ env: process.env, cwd: process.cwd(), today: () => new Date() }), {
  onerror: (error) => {
    process.stderr.write(`workbench: ${error.message}\n`)
  },
})
