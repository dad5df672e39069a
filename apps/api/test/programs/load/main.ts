import { makeDirectory, end, startServer } from '../../support/programs/process.ts'

import { findBrokenRules } from './rules.ts'
import { type Model, RandomClient } from './random-client.ts'

const CLIENTS = Number(process.env['LOAD_CLIENTS'] ?? 200)
const SECONDS = Number(process.env['LOAD_SECONDS'] ?? 30)

// Many clients execute all operations on shared projects and tasks; then the data is checked against the domain rules.
const databaseUrl = process.env['DATABASE_URL']
const directory = await makeDirectory()
const server = await startServer(
  directory.path,
  databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl },
)
try {
  const model: Model = { projects: [], tasks: [], answers: new Map(), done: new Set() }
  const deadline = Date.now() + SECONDS * 1000
  const started = performance.now()
  await Promise.all(
    Array.from({ length: CLIENTS }, () =>
      new RandomClient(server.origin, model).runWhile(() => Date.now() < deadline),
    ),
  )
  const seconds = (performance.now() - started) / 1000

  const count = [...model.answers.values()].reduce((sum, n) => sum + n, 0)
  const answers = [...model.answers].sort().map(([answer, n]) => `${String(n).padStart(8)}  ${answer}`)
  process.stdout.write(
    `${answers.join('\n')}\n${count} requests of ${CLIENTS} clients in ${seconds.toFixed(1)} s\n`,
  )

  const failedRequests = [...model.answers.keys()].filter((answer) => / (5\d\d|failed)/.test(answer))
  const broken = await findBrokenRules(server.origin, model)
  process.stdout.write(`Failed requests: ${failedRequests.length}. Violated rules: ${broken.length}.\n`)
  for (const line of [...failedRequests, ...broken]) process.stderr.write(`${line}\n`)
  if (failedRequests.length + broken.length > 0) process.exitCode = 1
  if (server.output.stderr !== '') process.stderr.write(server.output.stderr)
} finally {
  await end(server)
  await directory.remove()
}
