import autocannon from 'autocannon'

import type { Server } from './server.ts'

/** The measurements of one round. */
export interface Sample {
  /** Requests per second. */
  readonly throughput: number
  /** Latency, in milliseconds. */
  readonly median: number
  readonly p99: number
  /** Processor time of the server process for one request, in microseconds. */
  readonly processor: number
}

interface Load {
  readonly connections: number
  readonly seconds: number
  readonly next: () => autocannon.Request
}

/** Sends requests from this process, one at a time on each connection. Throws if a response is not 2xx. */
export async function load(
  servers: readonly Server[],
  { connections, seconds, next }: Load,
): Promise<Sample> {
  const used = async (): Promise<number> => {
    const all = await Promise.all(servers.map((server) => server.usage()))
    return all.reduce((sum, { processor }) => sum + processor, 0)
  }
  const before = await used()
  const latencies: number[] = []
  const results = await Promise.all(
    servers.map(({ origin }) => {
      const running = autocannon({
        url: origin,
        connections: connections / servers.length,
        duration: seconds,
        requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }],
        // Without a callback, autocannon returns an object that is both a promise and an instance.
      }) as Promise<autocannon.Result> & autocannon.Instance
      // The histogram of autocannon has a resolution of one millisecond.
      void running.on('response', (_client, _status, _bytes, milliseconds) => latencies.push(milliseconds))
      return running
    }),
  )
  const processor = (await used()) - before
  const sum = (of: (result: autocannon.Result) => number): number =>
    results.reduce((total, result) => total + of(result), 0)
  const failed = sum(({ non2xx, errors }) => non2xx + errors)
  if (failed > 0) throw new Error(`${servers[0]?.name ?? ''} failed ${failed} requests`)
  latencies.sort((a, b) => a - b)
  return {
    throughput: sum(({ requests, duration }) => requests.total / duration),
    median: latencies[Math.floor(latencies.length * 0.5)] ?? NaN,
    p99: latencies[Math.floor(latencies.length * 0.99)] ?? NaN,
    processor: processor / latencies.length,
  }
}
