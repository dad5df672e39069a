import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { ConfigError, type Env, quote } from './env.ts'

const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']

/** The parameters that name a PEM file, and a function for each that throws if the content is not valid. */
const TLS_FILES: [string, (pem: string) => unknown][] = [
  ['sslrootcert', (pem) => new X509Certificate(pem)],
  ['sslcert', (pem) => new X509Certificate(pem)],
  ['sslkey', createPrivateKey],
]

/**
 * Reads `DATABASE_URL`, and checks the parameters whose errors would not end the start. With an invalid port, the driver
 * never settles the promise of the connection. It treats an unknown `sslmode` as `verify-full`, and errors in the TLS
 * files look like a database that is not available yet.
 *
 * @throws ConfigError
 */
export function readDatabaseUrl(env: Env): string | undefined {
  const url = env.url('DATABASE_URL', ['postgres:', 'postgresql:'])
  if (url === undefined) return undefined
  const { port, searchParams } = new URL(url)
  const valuesOf = (name: string): string[] => searchParams.getAll(name).filter((value) => value !== '')
  for (const value of [...(port === '' ? [] : [port]), ...valuesOf('port')]) requirePort(value)
  for (const mode of valuesOf('sslmode')) requireSslMode(mode)
  for (const [name, parse] of TLS_FILES) {
    for (const file of valuesOf(name)) requireTlsFile(name, file, parse)
  }
  return url
}

function requirePort(text: string): void {
  if (/^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535) return
  throw new ConfigError(`The port in DATABASE_URL must be an integer from 1 to 65535, but is ${quote(text)}`)
}

function requireSslMode(mode: string): void {
  if (SSL_MODES.includes(mode)) return
  throw new ConfigError(
    `sslmode in DATABASE_URL must be one of ${SSL_MODES.join(', ')}, but is ${quote(mode)}`,
  )
}

function requireTlsFile(name: string, file: string, parse: (pem: string) => unknown): void {
  try {
    parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new ConfigError(`The file of ${name} in DATABASE_URL cannot be used: ${String(cause)}`, { cause })
  }
}
