import { createClient, type TestClient } from '../support/client.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { harmTo } from '../support/load.ts'
import { makeProject } from '../support/make.ts'
import { OUTAGE, outcomeOf } from '../support/outage.ts'
import { end, makeDirectory, type ServerProcess, startServer } from '../support/process.ts'
import { type Proxy, startProxy } from '../support/proxy.ts'
import { until } from '../support/until.ts'

let directory: Awaited<ReturnType<typeof makeDirectory>>
let database: TestDatabase
let proxy: Proxy
let server: ServerProcess
let client: TestClient
let path: string

beforeAll(async () => {
  directory = await makeDirectory()
  database = await createDatabase()
  proxy = await startProxy(database.url)
  // What the driver is told in the address comes before the settings of the server.
  server = await startServer(directory.path, { DATABASE_URL: `${proxy.url}?query_timeout=1000` })
  client = createClient(server.origin)
  path = `/api/v1/projects/${(await makeProject(client)).id}`
})
afterAll(async () => {
  await end(server)
  await proxy.close()
  await database.drop()
  await directory.remove()
})
afterEach(async () => {
  proxy.forward()
  await until(async () => (await client.send('GET', path)).status === 200)
  expect((await client.send('GET', '/readyz')).status).toBe(200)
  expect(harmTo(server)).toEqual([])
})

const read = async () => outcomeOf(await client.send('GET', path))
const write = async () => outcomeOf(await client.send('PUT', path, { body: { name: 'New' } }))
const ready = async () => outcomeOf(await client.send('GET', '/readyz'))

test('nothing listens where the database was: 503 at once, until something does', async () => {
  await proxy.refuse()
  expect(await read()).toEqual(OUTAGE)
  expect(await write()).toEqual(OUTAGE)
  expect(await ready()).toEqual(OUTAGE)
  expect((await client.send('GET', '/livez')).status).toBe(200)
  await proxy.open()
})

test('the database takes every byte and answers none: what waits for it is given up with 503', async () => {
  // Three at once, slowly, so that each has a connection of its own.
  proxy.forward(50)
  await Promise.all([read(), write(), ready()])
  proxy.swallow()
  expect(await Promise.all([read(), write(), ready()])).toEqual([OUTAGE, OUTAGE, OUTAGE])
  // Those had connections; these get none.
  expect(await Promise.all([read(), write(), ready()])).toEqual([OUTAGE, OUTAGE, OUTAGE])
})

test('every connection is reset while requests are running: 503, and then served again', async () => {
  proxy.forward(100)
  const running = Promise.all([read(), write(), ready()])
  await until(() => Promise.resolve(proxy.underWay() === 3))
  proxy.reset()
  expect(await running).toEqual([OUTAGE, OUTAGE, OUTAGE])
})

test('an answer is cut in the middle: 503, also for a write that was done', async () => {
  await read()
  proxy.cutAnswers(1)
  expect(await read()).toEqual(OUTAGE)
  await read()
  proxy.cutAnswers(1)
  const body = { name: 'Written, and not answered' }
  expect(outcomeOf(await client.send('PUT', path, { body }))).toEqual(OUTAGE)
  expect((await client.send('GET', path)).body).toMatchObject(body)
})

test('an answer makes no sense: 503, and its connection is used no more', async () => {
  await read()
  proxy.answerWith(messageOf(UNKNOWN, [1, 2, 3, 4]))
  expect(await read()).toEqual(OUTAGE)
  expect(await read()).toMatchObject({ status: 200 })
})

test('what stands in between has lost the database, and says so (08P01): 503', async () => {
  await read()
  proxy.answerWith(errorOf('08P01'))
  expect(await read()).toEqual(OUTAGE)
})

test('an answer comes that nobody has asked for: 503 for who waits for another', async () => {
  await read()
  proxy.answerWith(errorOf('57014'), messageOf(DATA_ROW, [0, 0]))
  expect(await read()).toEqual(OUTAGE)
  // The connection is not ready for this one yet.
  expect(await read()).toEqual(OUTAGE)
})

/** Kinds of messages of PostgreSQL's protocol, and one that there is not. */
const [ERROR, DATA_ROW, UNKNOWN] = [0x45, 0x44, 0xff]

function messageOf(kind: number, content: readonly number[]): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(length.length + content.length)
  return Buffer.from([kind, ...length, ...content])
}

const errorOf = (code: string): Buffer => messageOf(ERROR, [...Buffer.from(`SERROR\0C${code}\0Mno\0\0`)])
