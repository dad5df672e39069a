// A plain loop: what reading and parsing the files named on the command line takes at least.
import { readFileSync } from 'node:fs'

for (const file of process.argv.slice(2)) JSON.parse(readFileSync(file, 'utf8'))
