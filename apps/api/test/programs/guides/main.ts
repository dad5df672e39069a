import { execFileSync, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { useDatabase, useDatabaseServer } from '../../support/database/script-database.ts'
import { blockOf, settingsIn } from '../../support/guide.ts'
import { freePorts } from '../../support/programs/free-ports.ts'
import { runProgram } from '../../support/programs/process.ts'
import { runScenario, type Scenario } from '../../support/programs/scenario.ts'
import { until } from '../../support/until.ts'

import { caddy, CERTIFICATE, nginx, type ProxyProgram } from './proxies.ts'
import { createTlsClient } from './through-proxy.ts'

/*
 * Runs what docs/guides/ says of programs that a machine may not have: nginx, Caddy and systemd-analyze. Exits with 1 if a
 * check fails or a program is missing.
 */

await runScenario(async (scenario) => {
  await useDatabaseServer(scenario)
  for (const proxy of [nginx, caddy]) await checkProxy(proxy, scenario)
  checkUnit(scenario)
})

async function checkProxy(proxy: ProxyProgram, scenario: Scenario): Promise<void> {
  process.stdout.write(`${proxy.name} ${proxy.version()}\n`)
  const directory = join(scenario.directory, proxy.name)
  mkdirSync(directory)
  createCertificate(directory)
  const created = runProgram('key', directory, {}, ['ci', 'read+write'])
  await created.ended
  const [, key = '', , , entry = ''] = created.output.stdout.split('\n')
  writeFileSync(join(directory, 'keys'), `${entry}\n`)
  const server = await scenario.start({
    ...settingsIn(blockOf('tls.md', 'sh settings')),
    ...{ DATABASE_URL: await useDatabase(scenario), CHANGES_TTL: '3600', METRICS_PORT: '0' },
    API_KEYS_FILE: join(directory, 'keys'),
  })
  const [http = 0, https = 0] = await freePorts(2)
  const ports = { http, https, api: Number(new URL(server.origin).port) }
  void scenario.adopt(proxy.start(directory, ports))
  const client = createTlsClient(directory, ports, key)
  const check = (name: string, holds: boolean): void => report(scenario, `${proxy.name} ${name}`, holds)
  await until(() => Promise.resolve(statusOf(() => client.send('/readyz').status) === 200))
  const redirect = client.plain('/api/v1/projects')
  check(
    'redirects to HTTPS',
    redirect.status === 308 && redirect.header('Location')?.startsWith('https://api.example.com') === true,
  )
  const create = (name: string) => client.send('/api/v1/projects', ...json('POST', { name }))
  const project = create('Harbour crane')
  const location = project.header('Location') ?? ''
  check(
    'keeps the public address in Location',
    location.startsWith('https://api.example.com/api/v1/projects/'),
  )
  check('passes on Strict-Transport-Security', project.header('Strict-Transport-Security') !== undefined)
  // The output of the server arrives only when this program waits.
  await until(() => Promise.resolve(server.output.stdout.includes('"method":"POST"')))
  check(
    'passes on the address of the client',
    server.output.stdout.includes('"url":"/api/v1/projects","client":"127.0.0.2"'),
  )
  const path = new URL(location).pathname
  const read = client.send(path, '-H', 'Accept-Encoding: gzip')
  const tag = read.header('ETag') ?? ''
  const written = client.send(path, ...json('PUT', { name: 'New' }), '-H', `If-Match: ${tag}`)
  check('keeps entity tags: a conditional write succeeds', written.status === 200)
  const ids = Array.from({ length: 100 }, () => randomUUID())
  const list = client.send(`/api/v1/tasks?projectId=${ids.join()}`)
  check('passes on the links of many filters', (list.header('Link')?.length ?? 0) > 4_000)
  const page = client.send('/swagger-ui.html', '--compressed', '-L')
  check('serves the UI', page.status < 400)
  const streamed = await client.streams('/api/v1/changes', 'Streamed', () => void create('Streamed'))
  check('passes on events at once', streamed)
}

function report({ errors }: Scenario, name: string, holds: boolean): void {
  process.stdout.write(`${holds ? 'ok' : 'FAILED'} ${name}\n`)
  if (!holds) errors.push(`FAILED ${name}`)
}

/** The options of curl for a request with a JSON body. */
function json(method: string, body: object): string[] {
  return ['-X', method, '-H', 'Content-Type: application/json', '-d', JSON.stringify(body)]
}

/** The status of a request; undefined if there is no connection yet. */
function statusOf(send: () => number): number | undefined {
  try {
    return send()
  } catch {
    return undefined
  }
}

function createCertificate(directory: string): void {
  const { cert, key } = CERTIFICATE
  const subject = ['-subj', '/CN=api.example.com', '-addext', 'subjectAltName=DNS:api.example.com']
  const files = ['-keyout', join(directory, key), '-out', join(directory, cert)]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...files], {
    stdio: 'ignore',
  })
}

/** `systemd-analyze` also checks that the program of the unit exists. */
function checkUnit(scenario: Scenario): void {
  const dist = fileURLToPath(new URL('../../../dist/', import.meta.url))
  const unit = blockOf('systemd.md', 'ini')
    .replace('/usr/bin/node', process.execPath)
    .replace('/opt/workbench/dist/', dist)
  const file = join(scenario.directory, 'workbench-api.service')
  writeFileSync(file, unit)
  const { status, stderr, error } = spawnSync('systemd-analyze', ['verify', '--man=no', file], {
    encoding: 'utf8',
  })
  if (error) throw new Error(`systemd-analyze cannot be started: ${error.message}`)
  process.stdout.write(stderr)
  const isAccepted = status === 0 && !stderr.includes('workbench-api.service')
  report(scenario, 'systemd-analyze verifies the unit', isAccepted)
}
