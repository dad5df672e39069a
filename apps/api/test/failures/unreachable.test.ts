import { useServerBehindProxy } from '../support/programs/behind-proxy.ts'
import { unexpectedErrorsOf } from '../support/programs/process.ts'
import { UNAVAILABLE, summaryOf } from '../support/requests/unavailable.ts'
import { until } from '../support/until.ts'

const at = useServerBehindProxy('query_timeout=1000')
afterEach(async () => {
  at.proxy.forward()
  await until(async () => (await at.server.send('GET', at.path)).status === 200)
  expect((await at.server.send('GET', '/readyz')).status).toBe(200)
  expect(unexpectedErrorsOf(at.server)).toEqual([])
})

const ready = async () => summaryOf(await at.server.send('GET', '/readyz'))

test('while connections to the database are refused, requests respond with 503 immediately', async () => {
  await at.proxy.refuse()
  expect(await at.read()).toEqual(UNAVAILABLE)
  expect(await at.write()).toEqual(UNAVAILABLE)
  expect(await ready()).toEqual(UNAVAILABLE)
  expect((await at.server.send('GET', '/livez')).status).toBe(200)
  await at.proxy.open()
})

test('if the database accepts requests but never responds, requests time out with 503', async () => {
  // Three slow parallel requests, so that three connections are open.
  at.proxy.forward(50)
  await Promise.all([at.read(), at.write(), ready()])
  at.proxy.discardData()
  expect(await Promise.all([at.read(), at.write(), ready()])).toEqual([UNAVAILABLE, UNAVAILABLE, UNAVAILABLE])
  // The first three used open connections; these cannot open new ones.
  expect(await Promise.all([at.read(), at.write(), ready()])).toEqual([UNAVAILABLE, UNAVAILABLE, UNAVAILABLE])
})

test('if all connections are reset during requests, these respond with 503 and the next ones with 200', async () => {
  at.proxy.forward(100)
  const running = Promise.all([at.read(), at.write(), ready()])
  await until(() => Promise.resolve(at.proxy.pendingChunks() === 3))
  at.proxy.reset()
  expect(await running).toEqual([UNAVAILABLE, UNAVAILABLE, UNAVAILABLE])
})

test('if a response of the database is truncated, the request responds with 503, even if the write was committed', async () => {
  await at.read()
  at.proxy.truncateResponses(1)
  expect(await at.read()).toEqual(UNAVAILABLE)
  await at.read()
  at.proxy.truncateResponses(1)
  const body = { name: 'Committed without a response' }
  expect(summaryOf(await at.server.send('PUT', at.path, { body }))).toEqual(UNAVAILABLE)
  expect((await at.server.send('GET', at.path)).body).toMatchObject(body)
})

test('after a message of an unknown type, the request responds with 503 and the connection is closed', async () => {
  await at.read()
  at.proxy.replaceResponse(messageOf(UNKNOWN, [1, 2, 3, 4]))
  expect(await at.read()).toEqual(UNAVAILABLE)
  expect(await at.read()).toMatchObject({ status: 200 })
})

test('SQLSTATE 08P01 from a pooler that has lost the database is a 503', async () => {
  await at.read()
  at.proxy.replaceResponse(errorOf('08P01'))
  expect(await at.read()).toEqual(UNAVAILABLE)
})

test('after an unexpected message, the next request on the connection responds with 503', async () => {
  await at.read()
  at.proxy.replaceResponse(errorOf('57014'), messageOf(DATA_ROW, [0, 0]))
  expect(await at.read()).toEqual(UNAVAILABLE)
  // The connection has not received ReadyForQuery yet.
  expect(await at.read()).toEqual(UNAVAILABLE)
})

/** Message types of the PostgreSQL protocol; 0xff is not assigned. */
const [ERROR, DATA_ROW, UNKNOWN] = [0x45, 0x44, 0xff]

function messageOf(kind: number, content: readonly number[]): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(length.length + content.length)
  return Buffer.from([kind, ...length, ...content])
}

const errorOf = (code: string): Buffer => messageOf(ERROR, [...Buffer.from(`SERROR\0C${code}\0Mno\0\0`)])
