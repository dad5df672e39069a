import { makeDirectory, end, startServer } from '../support/process.ts'

import { findBrokenRules } from './rules.ts'
import { type Model, Walker } from './walker.ts'

const CLIENTS = Number(process.env['LOAD_CLIENTS'] ?? 200)
const SECONDS = Number(process.env['LOAD_SECONDS'] ?? 30)

// Many clients, mixing all operations on things that they share; then the rules are looked for in the data.
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
      new Walker(server.origin, model).walkWhile(() => Date.now() < deadline),
    ),
  )
  const seconds = (performance.now() - started) / 1000

  const count = [...model.answers.values()].reduce((sum, n) => sum + n, 0)
  const answers = [...model.answers].sort().map(([answer, n]) => `${String(n).padStart(8)}  ${answer}`)
  process.stdout.write(
    `${answers.join('\n')}\n${count} requests of ${CLIENTS} clients in ${seconds.toFixed(1)} s\n`,
  )

  const faults = [...model.answers.keys()].filter((answer) => / (5\d\d|failed)/.test(answer))
  const broken = await findBrokenRules(server.origin, model)
  process.stdout.write(`Faults: ${faults.length}. Broken rules: ${broken.length}.\n`)
  for (const line of [...faults, ...broken]) process.stderr.write(`${line}\n`)
  if (faults.length + broken.length > 0) process.exitCode = 1
  if (server.output.stderr !== '') process.stderr.write(server.output.stderr)
} finally {
  await end(server)
  await directory.remove()
}
