import { testServer } from './test-server.js'

/** Stops the server that global-setup.js started and removes its data. */
export default async function tearDown() {
  await testServer.stop?.()
}
