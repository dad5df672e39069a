import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { ConfigError, Env, quote } from './env.ts'

/** `allow` and `prefer` choose TLS by what the server offers, which the driver cannot do. */
const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full', 'no-verify']
const CHANNEL_BINDINGS = ['disable', 'prefer', 'require']
/** In seconds. */
const CONNECT_TIMEOUT = { min: 1, max: 3600 }

const PARAMETERS = [
  ...['host', 'port', 'user', 'password', 'options', 'application_name', 'fallback_application_name'],
  ...['connect_timeout', 'channel_binding'],
  ...['sslmode', 'ssl', 'sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation', 'uselibpqcompat'],
  ...['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'query_timeout'],
]

/** The parameters that name a PEM file, and a function for each that throws if the content is not valid. */
const TLS_FILES: [string, (pem: string) => unknown][] = [
  ['sslrootcert', (pem) => new X509Certificate(pem)],
  ['sslcert', (pem) => new X509Certificate(pem)],
  ['sslkey', createPrivateKey],
]

/**
 * Reads `DATABASE_URL`, so that the server connects as libpq would, or rejects it. The driver ignores unknown parameters.
 * With an invalid port, it never settles the promise of the connection; errors in the TLS files look like a database that
 * is not available yet. `SessionClient` and the pools read `connect_timeout` and `channel_binding`.
 *
 * @throws ConfigError
 */
export function readDatabaseUrl(env: Env): string | undefined {
  const text = env.text('DATABASE_URL')
  // A URL for a socket may have a user without a host, which is no valid URL for Node.
  const withHost = text?.replace(/^([a-z]+:\/\/[^/?#]*@)(?=[/?]|$)/, '$1localhost')
  if (withHost !== undefined) requireOneHost(withHost)
  const url = new Env({ DATABASE_URL: withHost }).url('DATABASE_URL', ['postgres:', 'postgresql:'])
  if (url === undefined) return undefined
  const { hostname, port, searchParams } = new URL(url)
  for (const name of searchParams.keys()) requireSupported(name)
  // The driver uses the last one of repeated parameters.
  const given = Object.fromEntries([...searchParams].filter(([, value]) => value !== ''))
  const named = Object.entries(given).map(([name, value]) => [`${name} in DATABASE_URL`, value] as const)
  const usedPort = ['The port in DATABASE_URL', given['port'] ?? port] as const
  const parameters = new Env(Object.fromEntries([...named, usedPort]))
  parameters.integer('The port in DATABASE_URL', { min: 1, max: 65_535 })
  for (const [name, parse] of TLS_FILES) {
    const file = given[name]
    if (file !== undefined) requireTlsFile(name, file, parse)
  }

  // As in libpq, `ssl=true` means `require`, and environment variables are the defaults.
  const ssl = parameters.choice('ssl in DATABASE_URL', ['true']) && 'require'
  const givenMode = parameters.choice('sslmode in DATABASE_URL', SSL_MODES)
  const mode = givenMode ?? ssl ?? env.choice('PGSSLMODE', SSL_MODES)
  if (mode === 'verify-ca' && given['sslrootcert'] === undefined)
    throw new ConfigError('sslmode=verify-ca in DATABASE_URL requires sslrootcert, the file of the CA')
  const added: string[] = []
  if (parameters.integer('connect_timeout in DATABASE_URL', CONNECT_TIMEOUT) === undefined) {
    const timeout = env.integer('PGCONNECT_TIMEOUT', CONNECT_TIMEOUT)
    if (timeout !== undefined) added.push(`connect_timeout=${timeout}`)
  }
  // libpq uses no TLS on a socket.
  const isSocket = /^(?:\/|%2f)/i.test(given['host'] ?? hostname)
  const usesTls = !isSocket && (mode === undefined ? given['sslrootcert'] !== undefined : mode !== 'disable')
  const givenBinding = parameters.choice('channel_binding in DATABASE_URL', CHANNEL_BINDINGS)
  const binding = givenBinding ?? env.choice('PGCHANNELBINDING', CHANNEL_BINDINGS)
  if (binding === 'require' && !usesTls) {
    const setting = givenBinding === undefined ? 'PGCHANNELBINDING' : 'channel_binding in DATABASE_URL'
    throw new ConfigError(
      `${setting} is "require", which needs TLS: set sslmode to require, verify-ca or verify-full`,
    )
  }
  if (binding !== givenBinding) added.push(`channel_binding=${binding}`)
  if (isSocket) {
    if (mode !== undefined) added.push('sslmode=disable')
  } else {
    if (mode !== givenMode) added.push(`sslmode=${mode}`)
    // Without this parameter, the driver verifies the host name for `require` and `verify-ca`, too.
    if (mode === 'require' || mode === 'verify-ca') added.push('uselibpqcompat=true')
  }
  return added.length === 0 ? url : url + (url.includes('?') ? '&' : '?') + added.join('&')
}

function requireOneHost(url: string): void {
  const hosts = [/^[a-z]+:\/\/(?:[^/?#]*@)?([^/?#@]*)/.exec(url)?.[1], /[?&]host=([^&#]*)/.exec(url)?.[1]]
  if (!hosts.some((host) => /,|%2c/i.test(host ?? ''))) return
  throw new ConfigError(
    'DATABASE_URL must have one host, but has several: use the address of a proxy that leads to the primary',
  )
}

function requireSupported(name: string): void {
  if (PARAMETERS.includes(name)) return
  throw new ConfigError(
    `The parameter ${quote(name)} in DATABASE_URL is not supported; use only ${PARAMETERS.join(', ')}`,
  )
}

function requireTlsFile(name: string, file: string, parse: (pem: string) => unknown): void {
  try {
    parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new ConfigError(`The file of ${name} in DATABASE_URL cannot be used: ${String(cause)}`, { cause })
  }
}
