import { setTimeout as sleep } from 'node:timers/promises'

import { Traffic } from '../../model/traffic.ts'
import { runScenario } from '../../support/programs/scenario.ts'

const CLIENTS = Number(process.env['LOAD_CLIENTS'] ?? 200)
const SECONDS = Number(process.env['LOAD_SECONDS'] ?? 30)

// Many clients execute all operations on shared projects and tasks; then each version of these must follow from the one before.
await runScenario(async ({ start, check }) => {
  const { DATABASE_URL } = process.env
  const server = await start(DATABASE_URL === undefined ? {} : { DATABASE_URL })
  const origins = () => [server.origin]
  const traffic = new Traffic({ origins, clients: CLIENTS, name: 'load', isShared: true })
  await sleep(SECONDS * 1000)
  await check(server.origin, [traffic])
  for (const [answer, count] of [...traffic.answers].sort())
    process.stdout.write(`${String(count).padStart(8)}  ${answer}\n`)
  process.stdout.write(`${traffic.observed.requests} requests of ${CLIENTS} clients in ${SECONDS} s\n`)
  if (server.output.stderr !== '') process.stderr.write(server.output.stderr)
})
