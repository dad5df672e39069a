import { useServerBehindProxy } from '../support/behind-proxy.ts'
import { harmTo } from '../support/load.ts'
import { OUTAGE, outcomeOf } from '../support/outage.ts'
import { until } from '../support/until.ts'

const at = useServerBehindProxy('query_timeout=1000')
afterEach(async () => {
  at.proxy.forward()
  await until(async () => (await at.client.send('GET', at.path)).status === 200)
  expect((await at.client.send('GET', '/readyz')).status).toBe(200)
  expect(harmTo(at.server)).toEqual([])
})

const ready = async () => outcomeOf(await at.client.send('GET', '/readyz'))

test('nothing listens where the database was: 503 at once, until something does', async () => {
  await at.proxy.refuse()
  expect(await at.read()).toEqual(OUTAGE)
  expect(await at.write()).toEqual(OUTAGE)
  expect(await ready()).toEqual(OUTAGE)
  expect((await at.client.send('GET', '/livez')).status).toBe(200)
  await at.proxy.open()
})

test('the database takes every byte and answers none: what waits for it is given up with 503', async () => {
  // Three at once, slowly, so that each has a connection of its own.
  at.proxy.forward(50)
  await Promise.all([at.read(), at.write(), ready()])
  at.proxy.swallow()
  expect(await Promise.all([at.read(), at.write(), ready()])).toEqual([OUTAGE, OUTAGE, OUTAGE])
  // Those had connections; these get none.
  expect(await Promise.all([at.read(), at.write(), ready()])).toEqual([OUTAGE, OUTAGE, OUTAGE])
})

test('every connection is reset while requests are running: 503, and then served again', async () => {
  at.proxy.forward(100)
  const running = Promise.all([at.read(), at.write(), ready()])
  await until(() => Promise.resolve(at.proxy.underWay() === 3))
  at.proxy.reset()
  expect(await running).toEqual([OUTAGE, OUTAGE, OUTAGE])
})

test('an answer is cut in the middle: 503, also for a write that was done', async () => {
  await at.read()
  at.proxy.cutAnswers(1)
  expect(await at.read()).toEqual(OUTAGE)
  await at.read()
  at.proxy.cutAnswers(1)
  const body = { name: 'Written, and not answered' }
  expect(outcomeOf(await at.client.send('PUT', at.path, { body }))).toEqual(OUTAGE)
  expect((await at.client.send('GET', at.path)).body).toMatchObject(body)
})

test('an answer makes no sense: 503, and its connection is used no more', async () => {
  await at.read()
  at.proxy.answerWith(messageOf(UNKNOWN, [1, 2, 3, 4]))
  expect(await at.read()).toEqual(OUTAGE)
  expect(await at.read()).toMatchObject({ status: 200 })
})

test('what stands in between has lost the database, and says so (08P01): 503', async () => {
  await at.read()
  at.proxy.answerWith(errorOf('08P01'))
  expect(await at.read()).toEqual(OUTAGE)
})

test('an answer comes that nobody has asked for: 503 for who waits for another', async () => {
  await at.read()
  at.proxy.answerWith(errorOf('57014'), messageOf(DATA_ROW, [0, 0]))
  expect(await at.read()).toEqual(OUTAGE)
  // The connection is not ready for this one yet.
  expect(await at.read()).toEqual(OUTAGE)
})

/** Kinds of messages of PostgreSQL's protocol, and one that there is not. */
const [ERROR, DATA_ROW, UNKNOWN] = [0x45, 0x44, 0xff]

function messageOf(kind: number, content: readonly number[]): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(length.length + content.length)
  return Buffer.from([kind, ...length, ...content])
}

const errorOf = (code: string): Buffer => messageOf(ERROR, [...Buffer.from(`SERROR\0C${code}\0Mno\0\0`)])
