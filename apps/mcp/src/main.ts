import { serveStdio } from '@modelcontextprotocol/server/stdio'

import { makeServer } from './server.ts'

// Standard output is for the protocol only; messages go to standard error.
serveStdio(() => makeServer({ env: process.env, cwd: process.cwd(), today: () => new Date() }), {
  onerror: (error) => {
    process.stderr.write(`workbench: ${error.message}\n`)
  },
})
