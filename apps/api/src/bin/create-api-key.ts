import { InvalidKeyEntry, createApiKey, KEY_RIGHTS } from '../auth/api-keys.ts'

const [name, rights = 'read+write'] = process.argv.slice(2)
try {
  if (name === undefined) throw new Error(`Usage: key <name> [${KEY_RIGHTS.join(' | ')}]`)
  const { key, entry } = createApiKey(name, rights)
  process.stdout.write(
    `Key, for the client; it is not shown again:\n${key}\n\nEntry, for API_KEYS or the file of API_KEYS_FILE:\n${entry}\n`,
  )
} catch (error) {
  const text = error instanceof InvalidKeyEntry ? `An entry is ${error.message}` : (error as Error).message
  process.stderr.write(`${text}\n`)
  process.exitCode = 2
}
