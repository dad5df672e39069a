import { ConfigError, type Environment } from './config.ts'

/**
 * The environment, with the password that stands in the file of `DATABASE_PASSWORD_FILE` put into `DATABASE_URL`, so
 * that it need not stand in the environment, which others may see. Throws BadSetting when it cannot be read.
 */
export function readSecretFiles(environment: Environment, readFile: (path: string) => string): Environment {
  const path = environment['DATABASE_PASSWORD_FILE']?.trim() ?? ''
  if (path === '') return environment
  const url = environment['DATABASE_URL'] ?? ''
  if (!URL.canParse(url))
    throw new ConfigError('DATABASE_PASSWORD_FILE needs a DATABASE_URL, without the password')
  const filled = new URL(url)
  filled.password = encodeURIComponent(contentOf(path, readFile))
  return { ...environment, DATABASE_URL: filled.href }
}

function contentOf(path: string, readFile: (path: string) => string): string {
  try {
    return readFile(path).trimEnd()
  } catch (cause) {
    throw new ConfigError(`DATABASE_PASSWORD_FILE cannot be read: ${String(cause)}`, { cause })
  }
}
