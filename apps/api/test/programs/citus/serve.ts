import { once } from 'node:events'
import { parseArgs } from 'node:util'

import { startCitus } from './cluster.ts'

// Starts a cluster for `pnpm bench api distributed`, prints the URL of the coordinator, and removes the cluster on SIGINT.
const { values } = parseArgs({ options: { bin: { type: 'string' } } })
const cleanup: (() => Promise<unknown>)[] = []
try {
  const { version, coordinator } = await startCitus(values.bin, '1min', cleanup)
  process.stdout.write(`${version}\n${coordinator.url}\n`)
  await once(process, 'SIGINT')
} finally {
  for (const step of cleanup.reverse()) await step()
}
