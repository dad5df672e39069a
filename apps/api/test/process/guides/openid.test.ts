import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { freePort } from '@workbench/embedded-postgres/server-process'

import { blockOf, blocksOf, createShell, serverSettings } from '../../support/guide.ts'
import { usePrograms } from '../../support/programs/use-programs.ts'

const PAGE = 'openid.md'

const programs = usePrograms()

test('docs/guides/openid.md has a provider whose tokens the server accepts', async () => {
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  writeFileSync(join(programs.directory, 'provider.mjs'), blockOf(PAGE, 'js provider.mjs'))
  symlinkSync(
    fileURLToPath(new URL('../../../node_modules', import.meta.url)),
    join(programs.directory, 'node_modules'),
  )
  expect(blockOf(PAGE, 'sh provider')).toBe('node provider.mjs\n')
  const provider = spawn(process.execPath, ['provider.mjs'], {
    cwd: programs.directory,
    env: { PATH: process.env['PATH'], PROVIDER_PORT: String(port) },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(provider.stdout, 'data')
  const settings = serverSettings(PAGE)
  const server = await programs.start({
    ...settings,
    OIDC_ISSUER: settings['OIDC_ISSUER']?.replace('http://127.0.0.1:9000', issuer) ?? '',
  })
  const shell = createShell(programs.directory)
  const blocks = blocksOf(PAGE).filter(({ info }) => info === 'sh' || info === 'text')
  expect(blocks.map(({ info }) => info)).toEqual(['sh', 'text', 'sh', 'text'])
  const [read, readStatus, write, writeStatus] = blocks.map(({ text }) =>
    text.replaceAll('http://127.0.0.1:8080', server.origin).replaceAll('http://127.0.0.1:9000', issuer),
  )
  expect(await shell.run(read ?? '')).toBe(readStatus)
  expect(await shell.run(write ?? '')).toBe(writeStatus)
  provider.kill()
  await once(provider, 'close')
})
