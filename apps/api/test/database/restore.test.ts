import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { createDatabase, type TestDatabase } from '../support/database/database.ts'
import { queryOn } from '../support/database/query-on.ts'
import { end } from '../support/programs/process.ts'
import { usePrograms } from '../support/programs/use-programs.ts'
import type { Project } from '../support/requests/api.ts'
import type { TestClient } from '../support/requests/client.ts'
import { makeProject } from '../support/requests/make.ts'

const execute = promisify(execFile)

const FEED = { CHANGES_TTL: '3600' }

const programs = usePrograms({ isEmbedded: true, scope: 'test' })

const rename = (client: TestClient, { id }: Project, name: string, tag?: string | null) =>
  client.send<Project>('PUT', `/api/v1/projects/${id}`, {
    body: { name },
    headers: tag ? { 'If-Match': tag } : {},
  })

const readIfChanged = (client: TestClient, { id }: Project, tag: string) =>
  client.send('GET', `/api/v1/projects/${id}`, { headers: { 'If-None-Match': tag } })

const cursorAfter = async (client: TestClient, query: string): Promise<string> =>
  (await client.send<{ cursor: string }>('GET', `/api/v1/changes?${query}`)).body.cursor

/** What a client has from before the restore: a tag and a cursor. */
async function writeAfterBackup(
  client: TestClient,
  project: Project,
): Promise<{ tag: string; cursor: string }> {
  const tag = (await rename(client, project, 'Lost')).headers.get('etag') ?? ''
  return { tag, cursor: await cursorAfter(client, 'after=start&wait=5') }
}

/** The same version and the same positions are given again, for other content. */
async function expectRejected(
  client: TestClient,
  project: Project,
  { tag, cursor }: { tag: string; cursor: string },
): Promise<void> {
  const current = (await rename(client, project, 'After the restore')).headers.get('etag')
  expect((await readIfChanged(client, project, tag)).status).toBe(200)
  expect((await rename(client, project, 'Overwritten', tag)).status).toBe(412)
  expect((await client.send('GET', `/api/v1/changes?after=${cursor}`)).status).toBe(410)
  expect((await readIfChanged(client, project, current ?? '')).status).toBe(304)
  const next = await cursorAfter(client, 'after=start')
  expect((await client.send('GET', `/api/v1/changes?after=${next}`)).status).toBe(200)
}

test('entity tags and cursors from before the restore of a dump are rejected, in both servers of the database', async () => {
  const database = await createDatabase()
  const server = await programs.start({ DATABASE_URL: database.url, ...FEED })
  const project = await makeProject(server)
  await cursorAfter(server, 'after=start&wait=5')
  const restored = await copyOf(database, () => end(server))
  const again = await programs.start({ DATABASE_URL: database.url, ...FEED })
  const before = await writeAfterBackup(again, project)
  await end(again)

  const settings = { DATABASE_URL: restored.url, ...FEED }
  const servers = await Promise.all([1, 2].map(() => programs.start(settings)))
  for (const each of servers) await expectRejected(each, project, before)
  await Promise.all(servers.map((each) => end(each)))
  await database.drop()
  await restored.drop()
})

test('the epoch stays the same after a restart, and changes after the documented statement', async () => {
  const database = await createDatabase()
  const settings = { DATABASE_URL: database.url, ...FEED }
  const server = await programs.start(settings)
  const project = await makeProject(server)
  const before = await writeAfterBackup(server, project)
  await end(server)
  const again = await programs.start(settings)
  expect((await readIfChanged(again, project, before.tag)).status).toBe(304)
  await end(again)
  await queryOn(database.url, `update database_epoch set identity = 'restored'`)
  const restored = await programs.start(settings)
  await expectRejected(restored, project, before)
  await end(restored)
  await database.drop()
})

test('entity tags and cursors from before the restore of the embedded database are rejected', async () => {
  const server = await programs.start(FEED)
  const project = await makeProject(server)
  await cursorAfter(server, 'after=start&wait=5')
  await end(server)
  const [data, backup] = [join(programs.directory, '.data'), join(programs.directory, 'backup')]
  await execute('cp', ['-a', data, backup])
  const again = await programs.start(FEED)
  const before = await writeAfterBackup(again, project)
  await end(again)
  await rm(data, { recursive: true })
  await execute('cp', ['-a', backup, data])
  const restored = await programs.start(FEED)
  await expectRejected(restored, project, before)
  await end(restored)
})

/** Creates a database with the content of another one, to which nothing is connected after `stop`. */
async function copyOf({ url }: TestDatabase, stop: () => Promise<unknown>): Promise<TestDatabase> {
  const copied = await createDatabase()
  await copied.drop()
  await stop()
  const [from, to] = [url, copied.url].map((each) => new URL(each).pathname.slice(1))
  await queryOn(process.env['TEST_DATABASE_URL'] ?? '', `create database ${to} template ${from}`)
  return copied
}
