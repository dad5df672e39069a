// Loaded before a program: tells the most memory that it ever had, in KiB, as its last words on standard error.
import { writeSync } from 'node:fs'

process.on('exit', () => {
  writeSync(2, `${process.resourceUsage().maxRSS}\n`)
})
