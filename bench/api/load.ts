import autocannon from 'autocannon'

import type { Server } from './server.ts'

/** What a server did in one round. */
export interface Sample {
  /** Requests in a second. */
  readonly throughput: number
  /** Latency, in milliseconds. */
  readonly median: number
  readonly p99: number
  /** Processor time of the server's own process for one request, in microseconds. */
  readonly processor: number
}

export interface Load {
  readonly connections: number
  readonly seconds: number
  readonly next: () => autocannon.Request
}

/** Sends requests from this process, each connection one after another. Throws when one is not answered as it should. */
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
        // Without a callback it is both, which its types do not say.
      }) as Promise<autocannon.Result> & autocannon.Instance
      // Its own histogram counts whole milliseconds.
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
