import { addTick, resetTicks } from '../../src/changes/log/change-log.ts'
import { startApi, useApi } from '../support/requests/api.ts'
import { expectDescribed } from '../support/requests/contract.ts'
import { queryOn } from '../support/database/query-on.ts'
import { makeProject, makeTask } from '../support/requests/make.ts'
import { until } from '../support/until.ts'

const api = useApi({ settings: { CHANGES_TTL: '3600' } })

interface Event {
  id: string
  data: { type: string; id: string; cursor: string }
}

/** A client as `EventSource`: it keeps the last id, also of events without data, which it does not return. */
class Stream {
  lastEventId: string | undefined
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  #abort = new AbortController()
  #text = ''
  #ended = false

  async connect(query = '', accept = 'text/event-stream'): Promise<Response> {
    this.#abort = new AbortController()
    this.#text = ''
    const response = await fetch(`${api.origin}/api/v1/changes${query}`, {
      headers: {
        Accept: accept,
        ...(this.lastEventId !== undefined && { 'Last-Event-ID': this.lastEventId }),
      },
      signal: this.#abort.signal,
    })
    const { status, headers } = response
    if (status === 200) expectDescribed('GET', '/api/v1/changes', { status, headers, text: '' })
    this.#reader = response.body?.getReader() as ReadableStreamDefaultReader<Uint8Array> | undefined
    return response
  }

  /** Reads until there are `count` events with data. */
  async read(count: number): Promise<Event[]> {
    const events: Event[] = []
    for (;;) {
      for (let end; (end = this.#text.indexOf('\n\n')) !== -1 && events.length < count;) {
        const lines = new Map(
          this.#text
            .slice(0, end)
            .split('\n')
            .map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
        )
        this.#text = this.#text.slice(end + 2)
        this.lastEventId = lines.get('id') ?? this.lastEventId
        const data = lines.get('data')
        if (data !== undefined)
          events.push({ id: this.lastEventId ?? '', data: JSON.parse(data) as Event['data'] })
      }
      if (events.length === count || this.#ended) return events
      const chunk = await this.#reader?.read()
      this.#ended = chunk?.done === true
      this.#text += Buffer.from(chunk?.value ?? []).toString()
    }
  }

  /** Reads the first event, which has the current cursor. */
  async readCursor(): Promise<void> {
    const { value } = (await this.#reader?.read()) ?? {}
    this.lastEventId = /^id: (\S+)\n\n/.exec(Buffer.from(value ?? []).toString())?.[1]
    expect(this.lastEventId).toBeDefined()
  }

  disconnect(): void {
    this.#abort.abort()
  }
}

test.each(['text/event-stream', 'text/event-stream; charset=utf-8'])(
  'a stream (%s) begins with the current cursor and continues with each change',
  async (accept) => {
    const stream = new Stream()
    const response = await stream.connect('', accept)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.get('cache-control')).toMatch(/no-transform/)
    await stream.readCursor()
    const { id } = await makeProject(api)
    const task = await makeTask(api, id)
    const events = await stream.read(2)
    expect(events.map(({ data }) => [data.type, data.id])).toEqual([
      ['created', id],
      ['created', task.id],
    ])
    expect(events.map((event) => event.id)).toEqual(events.map(({ data }) => data.cursor))
    stream.disconnect()
  },
)

test('a client that reconnects with Last-Event-ID gets each change once', async () => {
  const stream = new Stream()
  await stream.connect()
  await stream.readCursor()
  const { id } = await makeProject(api)
  const ids = [id]
  const received: string[] = []
  for (let i = 0; i < 5; i++) {
    const writes = Array.from({ length: 6 }, () => makeTask(api, id))
    for (const task of await Promise.all(writes)) ids.push(task.id)
    // Disconnects although there are more events.
    for (const { data } of await stream.read(3)) received.push(data.id)
    stream.disconnect()
    await stream.connect()
  }
  for (const { data } of await stream.read(ids.length - received.length)) received.push(data.id)
  expect(received).toHaveLength(ids.length)
  expect(new Set(received)).toEqual(new Set(ids))
  stream.disconnect()
})

test('after=start streams what is kept, and Last-Event-ID has precedence', async () => {
  const stream = new Stream()
  await stream.connect('?after=start')
  const [first] = await stream.read(1)
  stream.disconnect()
  const again = new Stream()
  again.lastEventId = first?.id
  await again.connect('?after=start')
  const [second] = await again.read(1)
  expect(second?.id).not.toBe(first?.id)
  again.disconnect()
})

test('a Last-Event-ID responds with 410 if changes after it were deleted, and with 400 if it is malformed', async () => {
  const stream = new Stream()
  stream.lastEventId = '1-0'
  expect((await stream.connect()).status).toBe(410)
  stream.lastEventId = 'x'
  expect((await stream.connect()).status).toBe(400)
})

test('HEAD does not stay open', async () => {
  const headers = { Accept: 'text/event-stream' }
  expect((await api.send('HEAD', '/api/v1/changes', { headers })).status).toBe(200)
})

test('a stream ends if its changes are deleted', async () => {
  const stream = new Stream()
  await stream.connect()
  await stream.readCursor()
  await resetTicks(api.store)
  await addTick(api.store)
  expect(await stream.read(1)).toEqual([])
})

test('streams and waiting requests end when the server stops', async () => {
  const other = await startApi({ settings: { CHANGES_TTL: '3600' } })
  const response = await fetch(`${other.origin}/api/v1/changes`, { headers: { Accept: 'text/event-stream' } })
  const waiting = fetch(`${other.origin}/api/v1/changes?wait=60`)
  const text = response.text()
  // The request must have arrived before the server stops.
  await fetch(`${other.origin}/api/v1/projects`)
  await other.stop()
  expect(await text).toMatch(/^id: /)
  expect((await waiting).status).toBe(200)
})

test('without CHANGES_TTL, nothing is recorded, and neither the operation nor its description exists', async () => {
  const without = await startApi()
  const { id } = await makeProject(without)
  await makeTask(without, id)
  await without.send('DELETE', `/api/v1/projects/${id}`)
  expect(await queryOn(without.databaseUrl, 'select from changes')).toEqual([])
  expect((await fetch(`${without.origin}/api/v1/changes`)).status).toBe(404)
  for (const [server, isDescribed] of [[without, false] as const, [api, true] as const]) {
    const { body } = await server.send<{ paths: object }>('GET', '/v3/api-docs')
    expect('/api/v1/changes' in body.paths).toBe(isDescribed)
  }
})

test('a caller can have 100 streams and waiting requests; the next one gets 429 until one of them is closed', async () => {
  const one = await startApi({ settings: { CHANGES_TTL: '3600' } })
  // `fetch` closes the connection of a response that the garbage collector finds, so each is kept.
  const streams: Response[] = []
  const open = async (): Promise<number> => {
    const response = await fetch(`${one.origin}/api/v1/changes`, { headers: { Accept: 'text/event-stream' } })
    if (response.status === 200) streams.push(response)
    return response.status
  }
  for (let i = 0; i < 100; i++) expect(await open()).toBe(200)
  expect(await open()).toBe(429)
  const waiting = await one.send('GET', '/api/v1/changes?wait=1')
  expect(waiting).toMatchObject({ status: 429, body: { title: 'Too many requests' } })
  expect(waiting.headers.get('retry-after')).toBe('5')
  expect((await one.send('GET', '/api/v1/changes')).status).toBe(200)
  await streams[0]?.body?.cancel()
  await until(async () => (await open()) === 200)
  for (const stream of streams) await stream.body?.cancel()
})
