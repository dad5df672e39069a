import { once } from 'node:events'
import { createServer } from 'node:http'

import { close, listen } from './listen.ts'

test('close() closes the connection of a request that runs longer than timeoutMs', async () => {
  const server = createServer(() => undefined)
  const port = await listen(server, 0, '127.0.0.1')
  const outcome = fetch(`http://127.0.0.1:${port}`).then(
    () => 'answered',
    () => 'connection closed',
  )
  await once(server, 'request')
  await close(server, 50)
  expect(await outcome).toBe('connection closed')
})
