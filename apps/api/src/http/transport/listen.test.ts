import { once } from 'node:events'
import { createServer } from 'node:http'

import { close, listen } from './server.ts'

test('close() cuts off a request that takes longer than it is given', async () => {
  const server = createServer(() => undefined)
  const port = await listen(server, 0, '127.0.0.1')
  const outcome = fetch(`http://127.0.0.1:${port}`).then(
    () => 'answered',
    () => 'cut off',
  )
  await once(server, 'request')
  await close(server, 50)
  expect(await outcome).toBe('cut off')
})
