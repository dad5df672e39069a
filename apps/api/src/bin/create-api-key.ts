import { parseArgs } from 'node:util'

import { createApiKey } from '../auth/api-keys.ts'
import { API_KEY_RIGHTS } from '../config/api-key-entries.ts'

const USAGE = `Usage: key <name> <rights>

Creates an API key, and prints it with its entry for API_KEYS or the file in API_KEYS_FILE.

  name    1 to 64 letters, digits, ".", "_" or "-"; the log shows it
  rights  ${API_KEY_RIGHTS.join(', ')}
`

try {
  const { values, positionals } = parseArgs({
    options: { help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
  })
  process.stdout.write(values.help === true ? USAGE : createKey(positionals))
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 2
}

function createKey([name, rights, ...others]: string[]): string {
  if (name === undefined || rights === undefined || others.length > 0) {
    throw new Error(`A name and rights are required\n\n${USAGE}`)
  }
  const { key, entry } = createApiKey(name, rights)
  return `API key for the client; it is not shown again:\n${key}\n\nEntry for API_KEYS or the file in API_KEYS_FILE:\n${entry}\n`
}
