import { setTimeout as sleep } from 'node:timers/promises'

import { stopAndCheck, Traffic } from '../../model/traffic.ts'
import { makeDirectory, end, startServer } from '../../support/programs/process.ts'

const CLIENTS = Number(process.env['LOAD_CLIENTS'] ?? 200)
const SECONDS = Number(process.env['LOAD_SECONDS'] ?? 30)

// Many clients execute all operations on shared projects and tasks; then each version of these must follow from the one before.
const databaseUrl = process.env['DATABASE_URL']
const directory = await makeDirectory()
const server = await startServer(
  directory.path,
  databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl },
)
try {
  const origins = () => [server.origin]
  const traffic = new Traffic({ origins, clients: CLIENTS, name: 'load', isShared: true })
  await sleep(SECONDS * 1000)
  const errors = await stopAndCheck(server.origin, [traffic])
  const answers = [...traffic.answers].sort().map(([answer, n]) => `${String(n).padStart(8)}  ${answer}`)
  process.stdout.write(
    `${answers.join('\n')}\n${traffic.observed.requests} requests of ${CLIENTS} clients in ${SECONDS} s. Errors: ${errors.length}.\n`,
  )
  for (const error of errors) process.stderr.write(`${error}\n`)
  if (server.output.stderr !== '') process.stderr.write(server.output.stderr)
  if (errors.length > 0) process.exitCode = 1
} finally {
  await end(server)
  await directory.remove()
}
