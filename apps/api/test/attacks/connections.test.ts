import type { Socket } from 'node:net'

import { open, received, startTarget, type Target } from '../support/programs/attack-target.ts'

let target: Target
afterEach(() => target.stop())

test('thousands of idle connections do not affect other clients, and are closed after the timeout', async () => {
  target = await startTarget({ REQUEST_TIMEOUT: '5' })
  const crowd: Socket[] = []
  for (let i = 0; i < 3_000; i += 100) {
    crowd.push(...(await Promise.all(Array.from({ length: 100 }, () => open(target.origin)))))
  }
  await target.expectServed()
  await Promise.all(crowd.map(received))
  await target.expectServed()
  for (const socket of crowd) socket.destroy()
})
