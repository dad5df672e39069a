import { stopAndCheck, Traffic } from '../model/traffic.ts'

const CLIENTS = 12

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
