import { rm } from 'node:fs/promises'

/** Stops the server that the set-up started, and removes its data. */
export default async function tearDown() {
  const database = /** @type {{ server: { stop: () => Promise<void> }, directory: string } | undefined} */ (
    Reflect.get(globalThis, 'testDatabase')
  )
  if (database === undefined) return
  await database.server.stop()
  await rm(database.directory, { recursive: true, force: true })
}
