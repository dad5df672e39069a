import { readFileSync } from 'node:fs'

import { ConfigError, type Environment } from './env.ts'

/**
 * Adds the password in the file that `DATABASE_PASSWORD_FILE` names to `DATABASE_URL`, so that the password does not
 * have to be in the environment, which other processes may read.
 *
 * @throws ConfigError if the file cannot be read, or if `DATABASE_URL` has no host: a URL without one cannot have a password
 */
export function readSecretFiles(
  environment: Environment,
  readFile = (path: string): string => readFileSync(path, 'utf8'),
): Environment {
  const path = environment['DATABASE_PASSWORD_FILE']?.trim() ?? ''
  if (path === '') return environment
  const url = environment['DATABASE_URL'] ?? ''
  if (!URL.canParse(url) || new URL(url).host === '')
    throw new ConfigError(
      'DATABASE_PASSWORD_FILE requires a DATABASE_URL with a host, and without the password',
    )
  const withPassword = new URL(url)
  try {
    withPassword.password = encodeURIComponent(readFile(path).trimEnd())
  } catch (cause) {
    throw new ConfigError(`DATABASE_PASSWORD_FILE cannot be read: ${String(cause)}`, { cause })
  }
  return { ...environment, DATABASE_URL: withPassword.href }
}
