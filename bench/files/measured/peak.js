// Preloaded with --import: at exit, prints the maximum resident set size in KiB to standard error.
import { writeSync } from 'node:fs'

process.on('exit', () => {
  writeSync(2, `${process.resourceUsage().maxRSS}\n`)
})
