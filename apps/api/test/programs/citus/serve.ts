import { once } from 'node:events'
import { parseArgs } from 'node:util'

import { startCitus } from './cluster.ts'

// Starts a cluster for `pnpm bench api distributed`, prints the URL of the coordinator, and removes the cluster on SIGINT.
const { values } = parseArgs({ options: { bin: { type: 'string' } } })
const cleanup: (() => unknown)[] = []
try {
  const { version, coordinator } = await startCitus(
    { defer: (step) => cleanup.push(step) },
    values.bin,
    '1min',
  )
  process.stdout.write(`${version}\n${coordinator.url}\n`)
  // The handler of a signal does not keep the process running.
  const waiting = setInterval(() => undefined, 60_000)
  await once(process, 'SIGINT')
  clearInterval(waiting)
} finally {
  for (const step of cleanup.reverse()) await step()
}
