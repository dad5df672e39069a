import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { readConfig } from '../../../src/config/config.ts'
import { blockOf, settingsIn } from '../../support/guide.ts'
import { usePrograms } from '../../support/programs/use-programs.ts'

const unit = new Map(
  [...blockOf('systemd.md', 'ini').matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]),
)
const settings = settingsIn(blockOf('systemd.md', 'sh settings'))

const programs = usePrograms()

test('docs/guides/systemd.md has a unit whose command runs with its settings and credential, and ends in time', async () => {
  expect(unit.get('ExecStart')).toBe('/usr/bin/node /opt/workbench/dist/main.js')
  const [credential = '', source] = unit.get('LoadCredential')?.split(':') ?? []
  expect(source).toBe('/etc/workbench/api-keys')
  const credentials = join(programs.directory, 'credentials')
  mkdirSync(credentials)
  const hash = execFileSync('openssl', ['dgst', '-sha256', '-hex'], { input: 'key', encoding: 'utf8' })
  writeFileSync(join(credentials, credential), `ci:read:${/[0-9a-f]{64}/.exec(hash)?.[0] ?? ''}\n`)
  const server = await programs.start({
    ...settings,
    ...settingsIn((unit.get('Environment') ?? '').replaceAll('%d', credentials)),
    ...{ METRICS_PORT: '0', DATABASE_URL: programs.databaseUrl },
  })
  const { status } = await fetch(`${server.origin}/api/v1/projects`)
  expect(status).toBe(401)
})

test.each(['systemd.md', 'tls.md'])('docs/guides/%s has settings that the server accepts', (page) => {
  const config = readConfig(settingsIn(blockOf(page, 'sh settings')))
  expect(config).toMatchObject({ publicUrl: 'https://api.example.com', http: { trustProxy: 1 } })
})
