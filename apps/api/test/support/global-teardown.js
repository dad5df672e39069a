import { testServer } from './test-server.js'

/** Stops the server that the set-up started, and removes its data. */
export default async function tearDown() {
  await testServer.stop?.()
}
