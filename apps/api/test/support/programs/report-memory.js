import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
/** @type {unknown} */
const gc = runInNewContext('gc')
const collect = /** @type {() => void} */ (gc)

/**
 * Preloaded into a server. On SIGUSR2 it collects garbage and writes the number of bytes that are still in use. The
 * resident set size of the process would hide a leak, because it includes garbage that is not collected yet.
 */
process.on('SIGUSR2', () => {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  process.stderr.write(`${JSON.stringify({ bytesInUse: heapUsed + external })}\n`)
})
