import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { freePort } from '@workbench/embedded-postgres/server-process'
import { parseAllDocuments } from 'yaml'

import { blockOf, settingsIn } from '../../support/guide.ts'
import { stagesOf } from '../../support/image/dockerfile.ts'
import { usePrograms } from '../../support/programs/use-programs.ts'

interface Probe {
  httpGet: { path: string; port: string }
}
interface Container {
  env: { name: string; value: string }[]
  ports: { name: string; containerPort: number }[]
  startupProbe: Probe
  livenessProbe: Probe
  readinessProbe: Probe
  volumeMounts: { name: string; mountPath: string }[]
}
interface Deployment {
  kind: string
  spec: {
    selector: { matchLabels: Record<string, string> }
    template: {
      metadata: { labels: Record<string, string>; annotations: Record<string, string> }
      spec: { terminationGracePeriodSeconds: number; containers: Container[]; volumes: { name: string }[] }
    }
  }
}
interface Service {
  kind: string
  spec: { selector: Record<string, string>; ports: { targetPort: string }[] }
}

const repository = fileURLToPath(new URL('../../../../../', import.meta.url))
const documents = parseAllDocuments(blockOf('kubernetes.md', 'yaml'))
const [deployment, service] = documents.map((document) => document.toJS() as unknown) as [Deployment, Service]
const pod = deployment.spec.template
const [container] = pod.spec.containers as [Container]

const programs = usePrograms()

test('docs/guides/kubernetes.md has a manifest without errors of YAML, whose names and labels agree', () => {
  expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([])
  expect([deployment.kind, service.kind]).toEqual(['Deployment', 'Service'])
  expect(deployment.spec.selector.matchLabels).toEqual(pod.metadata.labels)
  expect(service.spec.selector).toEqual(pod.metadata.labels)
  const ports = container.ports.map(({ name }) => name)
  for (const { targetPort } of service.spec.ports) expect(ports).toContain(targetPort)
  expect(container.volumeMounts.map(({ name }) => name)).toEqual(pod.spec.volumes.map(({ name }) => name))
})

test('docs/guides/kubernetes.md has the ports of the image', () => {
  const final = stagesOf(readFileSync(join(repository, 'Dockerfile'), 'utf8')).at(-1) ?? []
  const image = settingsIn(
    final.flatMap(({ name, text }) => (name === 'ENV' ? text.split(' ') : [])).join('\n'),
  )
  expect(container.ports).toEqual([
    { name: 'http', containerPort: Number(image['PORT']) },
    { name: 'metrics', containerPort: Number(image['METRICS_PORT']) },
  ])
  expect(pod.metadata.annotations['prometheus.io/port']).toBe(image['METRICS_PORT'])
})

test('docs/guides/kubernetes.md has an environment with which the server starts, and probes to which it answers', async () => {
  const [{ mountPath } = { mountPath: '' }] = container.volumeMounts
  const secrets = join(programs.directory, 'secrets')
  mkdirSync(secrets)
  const environment = Object.fromEntries(container.env.map(({ name, value }) => [name, value]))
  const settings: Record<string, string> = {}
  for (const [name, value] of Object.entries(environment))
    settings[name] = dirname(value) === mountPath ? join(secrets, basename(value)) : value
  const url = new URL(programs.databaseUrl)
  writeFileSync(settings['DATABASE_PASSWORD_FILE'] ?? '', url.password)
  writeFileSync(settings['API_KEYS_FILE'] ?? '', `ci:read:${'0'.repeat(64)}\n`)
  expect(environment['DATABASE_URL']).toBe('postgres://workbench@postgres:5432/workbench')
  url.password = ''
  const metricsPort = await freePort()
  const server = await programs.start({
    ...settings,
    ...{
      NODE_ENV: 'production',
      HOST: '0.0.0.0',
      METRICS_HOST: '0.0.0.0',
      METRICS_PORT: String(metricsPort),
    },
    DATABASE_URL: url.href,
  })
  const ports: Record<string, string> = { http: new URL(server.origin).port, metrics: String(metricsPort) }
  for (const { httpGet } of [container.startupProbe, container.livenessProbe, container.readinessProbe]) {
    // The kubelet sends requests to the address of the pod.
    const { status } = await fetch(`http://127.0.0.1:${ports[httpGet.port] ?? ''}${httpGet.path}`)
    expect(status).toBe(200)
  }
  expect((await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).status).toBe(200)
})
