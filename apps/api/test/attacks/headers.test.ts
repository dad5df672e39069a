import { expectProblem, parseAnswer, useTarget } from '../support/attack-target.ts'

const target = useTarget()

const get = (...headers: string[]): Promise<string> =>
  target.exchange(
    `GET /api/v1/projects?size=1 HTTP/1.1\r\n${[...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`,
  )

const request = [{ field: 'request', message: 'must be HTTP/1.1' }]

describe('many headers', () => {
  test('one header of 20 KB: 431', async () => {
    await expectProblem(target, await get('Host: localhost', `X: ${'x'.repeat(20_000)}`), 431)
  })

  test('thousands of headers: 431', async () => {
    await expectProblem(
      target,
      await get('Host: localhost', ...Array.from({ length: 5_000 }, (_, i) => `x${i}: y`)),
      431,
    )
  })

  test('all headers within the size limit are read, including the last one', async () => {
    const headers = Array.from({ length: 2_500 }, () => 'x:')
    const { status, headers: answered } = parseAnswer(
      await get('Host: localhost', ...headers, 'X-Request-Id: the-last'),
    )
    expect(status).toBe(200)
    expect(answered.get('x-request-id')).toBe('the-last')
  })

  test('repeatedly: memory does not grow', async () => {
    const flood = Array.from({ length: 1_000 }, (_, i) => `x${i}: y`)
    await target.expectFlatMemory(100, (index) =>
      index % 2 === 0 ? get('Host: localhost', ...flood) : get(`X: ${'x'.repeat(20_000)}`),
    )
  })
})

describe('Host', () => {
  test('missing: 400', async () => {
    const problem = await expectProblem(target, await get(), 400)
    expect(problem['errors']).toEqual([{ field: 'request', message: 'must have a Host header' }])
  })

  test.each([['Host: b'], ['host: a'], ['HOST:b']])('a second Host header, %s: 400', async (second) => {
    const problem = await expectProblem(target, await get('Host: localhost', second), 400)
    expect(problem['errors']).toEqual([{ field: 'request', message: 'must have only one Host header' }])
  })
})

describe('request smuggling', () => {
  test.each([
    ['two lengths', 'Host: localhost\r\nContent-Length: 1\r\nContent-Length: 2'],
    ['a length and chunks', 'Host: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked'],
    ['chunks that are not the last encoding', 'Host: localhost\r\nTransfer-Encoding: chunked, identity'],
    ['a length that is none', 'Host: localhost\r\nContent-Length: -1'],
    ['a length with a sign', 'Host: localhost\r\nContent-Length: +1'],
    ['a name with a blank', 'Host: localhost\r\nContent-Length : 1'],
    ['a folded line', 'Host: localhost\r\nX: a\r\n b'],
    ['a line without a name', 'Host: localhost\r\nnothing'],
    ['a control character', 'Host: localhost\r\nX: a\u0001b'],
    ['a null', 'Host: localhost\r\nX: a\0b'],
    ['a line that ends too early', 'Host: localhost\r\nX: a\rY: b'],
  ])('%s: 400', async (_, head) => {
    const text = `POST /api/v1/projects HTTP/1.1\r\n${head}\r\nContent-Type: application/json\r\n\r\n0\r\n\r\n`
    expect((await expectProblem(target, await target.exchange(text), 400))['errors']).toEqual(request)
  })

  test.each([
    'GET / HTTP/9.9',
    'get / HTTP/1.1',
    'GOT / HTTP/1.1',
    '\u0016\u0003\u0001\u0002',
    'PRI * HTTP/2.0',
  ])('the request line %j: 400', async (line) => {
    expect(
      (await expectProblem(target, await target.exchange(`${line}\r\nHost: localhost\r\n\r\n`), 400))[
        'errors'
      ],
    ).toEqual(request)
  })
})

test.each([
  ['Accept', ', '.repeat(3_000)],
  ['Accept', Array.from({ length: 1_000 }, (_, i) => `a/b${i}`).join()],
  ['If-None-Match', `"${'a'.repeat(10_000)}"`],
  ['Authorization', `Bearer ${'a'.repeat(10_000)}`],
  ['Content-Encoding', 'gzip,'.repeat(2_000)],
  ['traceparent', '0'.repeat(10_000)],
  ['X-Request-Id', '\u00ff'.repeat(5_000)],
  ['__proto__', 'a'],
  ['Expect', 'x'.repeat(5_000)],
  ['Range', 'bytes=0-1,'.repeat(1_000)],
])('an unusual %s header is answered', async (name, value) => {
  const { status } = parseAnswer(await get('Host: localhost', `${name}: ${value}`))
  expect([200, 400, 406]).toContain(status)
})
