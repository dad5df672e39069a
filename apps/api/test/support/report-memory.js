import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
/** @type {unknown} */
const gc = runInNewContext('gc')
const collect = /** @type {() => void} */ (gc)

/**
 * Loaded into a server before its own code. On SIGUSR2 it runs the garbage collector and writes the number of bytes in
 * use. The resident size of the process also contains garbage that is not collected yet, and would hide a leak.
 */
process.on('SIGUSR2', () => {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  process.stderr.write(`${JSON.stringify({ heldBytes: heapUsed + external })}\n`)
})
