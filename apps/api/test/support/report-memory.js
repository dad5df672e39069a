import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
/** @type {unknown} */
const gc = runInNewContext('gc')
const collect = /** @type {() => void} */ (gc)

/**
 * Loaded into a server before its own code. On SIGUSR2 it throws away what nobody holds any more, and writes how many
 * bytes are left. What the system says of a process hides a leak of many times that in what the collector has not
 * looked at yet.
 */
process.on('SIGUSR2', () => {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  process.stderr.write(`${JSON.stringify({ heldBytes: heapUsed + external })}\n`)
})
