import { setTimeout as sleep } from 'node:timers/promises'

/** Asks again until the answer is yes. Throws when it is no for half a minute. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 3000; attempt++) {
    if (await condition()) return
    await sleep(10)
  }
  throw new Error('What was waited for did not come about')
}
