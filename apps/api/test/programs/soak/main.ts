import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { ChangeFollower } from '../../model/change-follower.ts'
import { Traffic } from '../../model/traffic.ts'
import { runScenario } from '../../support/programs/scenario.ts'

const CLIENTS = 20
const SAMPLE_MS = 10_000
const MIN_SAMPLES = 8
/** The growth from the first to the last quarter of the samples that garbage which is not yet collected explains. */
const MAX_GROWTH = 1.1

// Sends mixed requests for some minutes and follows the change feed, whose old changes are deleted meanwhile. Reports
// whether the server's memory grows after a warm-up.
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '20' }, 'warm-up': { type: 'string', default: '60' } },
})
const [minutes, warmUpSeconds] = [Number(values.minutes), Number(values['warm-up'])]

await runScenario(async ({ start, check, errors }) => {
  const server = await start({ CHANGES_TTL: '60' })
  // The log of a long run would fill the memory of this process.
  server.child.stdout?.removeAllListeners('data').resume()
  const started = Date.now()
  const deadline = started + minutes * 60_000
  const origins = () => [server.origin]
  const traffic = new Traffic({ origins, clients: CLIENTS, name: 'soak', isShared: true })
  const follower = new ChangeFollower(origins)
  const following = follower.run(() => Date.now() >= deadline)
  const samples: number[] = []
  process.stdout.write('seconds  requests  resident MiB\n')
  while (Date.now() < deadline) {
    await sleep(SAMPLE_MS)
    const seconds = Math.round((Date.now() - started) / 1000)
    const mib = await residentMib(server.child.pid)
    const isWarm = seconds > warmUpSeconds
    if (isWarm) samples.push(mib)
    const cells = [String(seconds).padStart(7), String(traffic.observed.requests).padStart(9)]
    process.stdout.write(
      `${cells.join(' ')} ${mib.toFixed(1).padStart(12)}${isWarm ? '' : '  (warming up)'}\n`,
    )
  }
  await check(server.origin, [traffic])
  await following
  errors.push(...follower.errors)
  if (samples.length < MIN_SAMPLES) errors.push(`Only ${samples.length} samples after the warm-up`)

  const quarter = Math.floor(samples.length / 4)
  const [first, last] = [median(samples.slice(0, quarter)), median(samples.slice(-quarter))]
  process.stdout.write(`Memory: first quarter ${first.toFixed(1)} MiB, last quarter ${last.toFixed(1)} MiB\n`)
  if (!(last <= first * MAX_GROWTH)) errors.push('The memory of the server grows')
  process.stdout.write(`Changes followed: ${follower.changes}\n`)
})

/** The resident set size of a process. */
async function residentMib(pid?: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}
