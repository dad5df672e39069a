import { noObservations, type Observations } from '../model/connections.ts'
import { stopAndCheck, Traffic } from '../model/traffic.ts'

const CLIENTS = 12
/** Of each server in `startLoad()`, those with resources of their own and those that share them. */
const CLIENTS_OF_LOAD = 4
/** Between two requests of such a client, so that the data stays small enough to be checked after each round. */
const PAUSE_MS = 40

/**
 * Runs clients that write continuously during `work`, then compares what exists with the responses that they received.
 * Returns the differences.
 *
 * @param work is given a function that waits for further successful writes, or for further responses with 503
 */
export async function underLoad(
  origin: string,
  work: (more: Traffic['more']) => Promise<void>,
): Promise<string[]> {
  const name = crypto.randomUUID()
  const traffic = new Traffic({ origins: () => [origin], clients: CLIENTS, name, isRepeating: true })
  try {
    await work((what, count) => traffic.more(what, count))
  } finally {
    await traffic.stop()
  }
  return stopAndCheck(origin, [traffic])
}

/** Starts clients of a server that can fail: some with resources of their own, and some that share them. */
export const startLoad = (name: string, origin: string): Traffic[] =>
  [false, true].map(
    (isShared) =>
      new Traffic({
        origins: () => [origin],
        clients: CLIENTS_OF_LOAD,
        isRepeating: true,
        pauseMs: PAUSE_MS,
        isShared,
        name: `${name}-${isShared}`,
      }),
  )

/** Waits until all of these clients have written more. */
export const moreWrites = (traffics: readonly Traffic[], count: number): Promise<unknown> =>
  Promise.all(traffics.map((traffic) => traffic.more('writes', count)))

/** The observations of several clients: sums, and the longest times. */
export function observedBy(traffics: readonly Traffic[]): Observations {
  const total = noObservations()
  for (const { observed } of traffics) {
    for (const name of ['requests', 'unavailable', 'repeated', 'writes'] as const)
      total[name] += observed[name]
    for (const name of ['longestOutage', 'slowestMs'] as const)
      total[name] = Math.max(total[name], observed[name])
  }
  return total
}

/** What clients have observed, as `10 requests, 2 of them 503, 1.5 s without a write`. */
export function describeObserved(traffics: readonly Traffic[]): string {
  const { requests, unavailable, repeated, writes, longestOutage, slowestMs } = observedBy(traffics)
  const [outage, slowest] = [longestOutage, slowestMs].map((ms) => `${(ms / 1000).toFixed(1)} s`)
  return (
    `${requests} requests, ${unavailable} of them 503, ${repeated} repeated, slowest ${slowest}; ` +
    `${writes} writes, ${outage} without one`
  )
}
