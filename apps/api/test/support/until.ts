import { setTimeout as sleep } from 'node:timers/promises'

/** Polls a condition every 10 ms. Throws if it is still false after 3,000 attempts. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 3000; attempt++) {
    if (await condition()) return
    await sleep(10)
  }
  throw new Error('The condition is still false after 3,000 attempts')
}
