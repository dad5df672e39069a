import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { ChangeFollower } from '../../model/change-follower.ts'
import { stopAndCheck, Traffic } from '../../model/traffic.ts'
import { end, makeDirectory, startServer } from '../../support/programs/process.ts'

import { residentSetOf } from './resident-set.ts'
import { flatness, median } from './flatness.ts'

const CLIENTS = 20
const SAMPLE_MS = 10_000
const MIB = 1024 * 1024

// Sends mixed requests for some minutes and follows the change feed, whose old changes are deleted meanwhile. Reports
// whether the server's memory grows after a warm-up.
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '20' }, 'warm-up': { type: 'string', default: '60' } },
})
const [minutes, warmUpSeconds] = [Number(values.minutes), Number(values['warm-up'])]
const directory = await makeDirectory()
const server = await startServer(directory.path, { CHANGES_TTL: '60' })
// The log of a long run would fill the memory of this process.
server.child.stdout?.removeAllListeners('data').resume()
try {
  const started = Date.now()
  const deadline = started + minutes * 60_000
  const origins = () => [server.origin]
  const traffic = new Traffic({ origins, clients: CLIENTS, name: 'soak', isShared: true })
  const follower = new ChangeFollower(() => [server.origin])
  const following = follower.run(() => Date.now() >= deadline)
  const samples: { seconds: number; mib: number }[] = []
  process.stdout.write('seconds  requests  resident MiB\n')
  while (Date.now() < deadline) {
    await sleep(SAMPLE_MS)
    const seconds = Math.round((Date.now() - started) / 1000)
    const mib = (await residentSetOf(server.child.pid ?? 0)) / MIB
    const { requests } = traffic.observed
    const warm = seconds > warmUpSeconds
    if (warm) samples.push({ seconds, mib })
    const line = [String(seconds).padStart(7), String(requests).padStart(9), mib.toFixed(1).padStart(12)]
    process.stdout.write(`${line.join(' ')}${warm ? '' : '  (warming up)'}\n`)
  }
  const errors = await stopAndCheck(server.origin, [traffic])
  await following
  errors.push(...follower.errors)

  const { isFlat, slope, first, last } = flatness(samples)
  const middle = median(samples.map(({ mib }) => mib))
  process.stdout.write(
    `Memory is ${isFlat ? 'flat' : 'not flat'}: median ${middle.toFixed(1)} MiB; first quarter ` +
      `${first.toFixed(1)}, last quarter ${last.toFixed(1)}, slope ${(slope * 60).toFixed(2)} MiB a minute.\n`,
  )
  process.stdout.write(`Changes followed: ${follower.changes}. Errors: ${errors.length}.\n`)
  for (const error of errors.slice(0, 10)) process.stderr.write(`${error}\n`)
  if (!isFlat || errors.length > 0) process.exitCode = 1
} finally {
  await end(server)
  await directory.remove()
}
