import { createApiKey } from '../auth/api-keys.ts'
import { API_KEY_RIGHTS, InvalidApiKeyEntry } from '../config/api-key-entries.ts'

const [name, rights = 'read+write'] = process.argv.slice(2)
try {
  if (name === undefined) throw new Error(`Usage: key <name> [${API_KEY_RIGHTS.join(' | ')}]`)
  const { key, entry } = createApiKey(name, rights)
  process.stdout.write(
    `API key for the client; it is not shown again:\n${key}\n\nEntry for API_KEYS or the file in API_KEYS_FILE:\n${entry}\n`,
  )
} catch (error) {
  const text =
    error instanceof InvalidApiKeyEntry ? `An entry must be ${error.message}` : (error as Error).message
  process.stderr.write(`${text}\n`)
  process.exitCode = 2
}
