import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { ConfigError, Env, quote } from './env.ts'

const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full', 'no-verify']

const MAX_CONNECT_TIMEOUT_SECONDS = 3600
const CHANNEL_BINDINGS = ['disable', 'prefer', 'require']

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
  const valuesOf = (name: string): string[] => searchParams.getAll(name).filter((value) => value !== '')
  for (const value of [...(port === '' ? [] : [port]), ...valuesOf('port')]) requirePort(value)
  for (const [name, parse] of TLS_FILES) {
    for (const file of valuesOf(name)) requireTlsFile(name, file, parse)
  }
  const modes = valuesOf('sslmode')
  const mode = sslModeOf(modes, valuesOf('ssl'), env)
  if (mode === 'verify-ca' && valuesOf('sslrootcert').length === 0)
    throw new ConfigError('sslmode=verify-ca in DATABASE_URL requires sslrootcert, the file of the CA')
  // libpq uses no TLS on a socket.
  const isSocket = /^(?:\/|%2f)/i.test(valuesOf('host').at(-1) ?? hostname)
  const timeout = connectTimeoutOf(valuesOf('connect_timeout').at(-1), env)
  const usesTls = !isSocket && (mode !== undefined ? mode !== 'disable' : valuesOf('sslrootcert').length > 0)
  const binding = channelBindingOf(valuesOf('channel_binding').at(-1), env, usesTls)
  const others = [
    ...(timeout === undefined ? [] : [`connect_timeout=${timeout}`]),
    ...(binding === undefined ? [] : [`channel_binding=${binding}`]),
  ]
  if (mode !== undefined && isSocket) return withParameters(url, ['sslmode=disable', ...others])
  return withParameters(url, [
    ...others,
    ...(mode === undefined || modes.length > 0 ? [] : [`sslmode=${mode}`]),
    // Without this parameter, the driver verifies the host name for `require` and `verify-ca`, too.
    ...(mode === 'require' || mode === 'verify-ca' ? ['uselibpqcompat=true'] : []),
  ])
}

/** The driver uses the last one of repeated parameters. */
function withParameters(url: string, parameters: readonly string[]): string {
  if (parameters.length === 0) return url
  return url + (url.includes('?') ? '&' : '?') + parameters.join('&')
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

/** As in libpq, `ssl=true` means `require`, and PGSSLMODE is the default. */
function sslModeOf(modes: readonly string[], ssl: readonly string[], env: Env): string | undefined {
  for (const mode of modes) requireSslMode(mode, 'sslmode in DATABASE_URL')
  for (const value of ssl) {
    if (value !== 'true') throw new ConfigError(`ssl in DATABASE_URL must be true, but is ${quote(value)}`)
  }
  const variable = env.text('PGSSLMODE')
  const mode = modes.at(-1) ?? (ssl.length > 0 ? 'require' : variable)
  if (mode !== undefined && mode === variable) requireSslMode(mode, 'PGSSLMODE')
  return mode
}

/** The environment variable is the default, as in libpq. Returns it only if the URL has no such parameter. */
function connectTimeoutOf(parameter: string | undefined, env: Env): string | undefined {
  const variable = env.text('PGCONNECT_TIMEOUT')
  const text = parameter ?? variable
  if (text === undefined) return undefined
  if (!/^\d{1,4}$/.test(text) || Number(text) < 1 || Number(text) > MAX_CONNECT_TIMEOUT_SECONDS) {
    const setting = parameter === undefined ? 'PGCONNECT_TIMEOUT' : 'connect_timeout in DATABASE_URL'
    throw new ConfigError(
      `${setting} must be an integer from 1 to ${MAX_CONNECT_TIMEOUT_SECONDS}, but is ${quote(text)}`,
    )
  }
  return parameter === undefined ? text : undefined
}

/** The environment variable is the default, as in libpq. Returns it only if the URL has no such parameter. */
function channelBindingOf(parameter: string | undefined, env: Env, usesTls: boolean): string | undefined {
  const binding = parameter ?? env.text('PGCHANNELBINDING')
  if (binding === undefined) return undefined
  const setting = parameter === undefined ? 'PGCHANNELBINDING' : 'channel_binding in DATABASE_URL'
  if (!CHANNEL_BINDINGS.includes(binding)) {
    throw new ConfigError(
      `${setting} must be one of ${CHANNEL_BINDINGS.join(', ')}, but is ${quote(binding)}`,
    )
  }
  if (binding === 'require' && !usesTls) {
    throw new ConfigError(
      `${setting} is "require", which needs TLS: set sslmode to require, verify-ca or verify-full`,
    )
  }
  return parameter === undefined ? binding : undefined
}

function requirePort(text: string): void {
  if (/^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535) return
  throw new ConfigError(`The port in DATABASE_URL must be an integer from 1 to 65535, but is ${quote(text)}`)
}

/** `allow` and `prefer` choose TLS by what the server offers, which the driver cannot do. */
function requireSslMode(mode: string, setting: string): void {
  if (SSL_MODES.includes(mode)) return
  throw new ConfigError(`${setting} must be one of ${SSL_MODES.join(', ')}, but is ${quote(mode)}`)
}

function requireTlsFile(name: string, file: string, parse: (pem: string) => unknown): void {
  try {
    parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new ConfigError(`The file of ${name} in DATABASE_URL cannot be used: ${String(cause)}`, { cause })
  }
}
