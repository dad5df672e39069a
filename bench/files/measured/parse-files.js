// Lower bound: reads and parses the files that the command line names.
import { readFileSync } from 'node:fs'

for (const file of process.argv.slice(2)) JSON.parse(readFileSync(file, 'utf8'))
