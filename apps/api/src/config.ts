import { StartFailure } from './start-failure.ts'

/** What the server is told by its environment. */
export interface Config {
  /** 0 takes any free port. */
  port: number
  host: string
  /** Undefined: the embedded database. */
  databaseUrl: string | undefined
  poolSize: number
  /** Whether statements are prepared; a pooler that shares connections between clients may not allow it. */
  preparedStatements: boolean
  /** Where clients reach the server, without a slash at the end. Undefined: where it listens. */
  publicUrl: string | undefined
  /** What the type of every problem starts with, without a slash at the end. Undefined: the server's own. */
  errorsBase: string | undefined
  logLevel: LogLevel
  /** Where Prometheus reads. `beside-api`: on the API's own port. Undefined: nowhere. */
  metrics: { port: number; host: string } | 'beside-api' | undefined
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** A setting has a value that the server cannot use; the message names both in one line. */
export class BadSetting extends StartFailure {
  override name = 'BadSetting'
}

export type Environment = Readonly<Record<string, string | undefined>>

type Setting = (name: string) => string | undefined

/** Reads the settings; an empty one counts as absent. Throws BadSetting for the first that cannot be used. */
export function readConfig(environment: Environment): Config {
  const setting: Setting = (name) => environment[name]?.trim()
  const databaseUrl = url('DATABASE_URL', setting('DATABASE_URL'), ['postgres:', 'postgresql:'])
  if (databaseUrl === undefined && setting('NODE_ENV') === 'production') {
    throw new BadSetting('DATABASE_URL is required when NODE_ENV is production')
  }
  const apiHost = address('HOST', setting('HOST')) ?? '127.0.0.1'
  return {
    port: integer('PORT', setting('PORT'), { min: 0, max: 65_535 }) ?? 8080,
    host: apiHost,
    databaseUrl,
    poolSize: integer('DATABASE_POOL_SIZE', setting('DATABASE_POOL_SIZE'), { min: 1, max: 1000 }) ?? 10,
    preparedStatements:
      (choice('PREPARED_STATEMENTS', setting('PREPARED_STATEMENTS'), ['on', 'off']) ?? 'on') === 'on',
    publicUrl: base('PUBLIC_URL', setting('PUBLIC_URL')),
    errorsBase: base('ERRORS_BASE', setting('ERRORS_BASE')),
    logLevel: choice('LOG_LEVEL', setting('LOG_LEVEL'), LOG_LEVELS) ?? 'info',
    metrics: metrics(setting, apiHost),
  }
}

/** Strangers shall not read them: beside the API only where nobody but this machine, and no proxy, reaches that. */
function metrics(setting: Setting, apiHost: string): Config['metrics'] {
  const port = integer('METRICS_PORT', setting('METRICS_PORT'), { min: 0, max: 65_535 })
  const host = address('METRICS_HOST', setting('METRICS_HOST')) ?? '127.0.0.1'
  if (port !== undefined) return { port, host }
  const isPrivate = /^(localhost|127\..*|::1)$/.test(apiHost) && setting('NODE_ENV') !== 'production'
  return isPrivate ? 'beside-api' : undefined
}

function integer(
  name: string,
  text: string | undefined,
  range: { min: number; max: number },
): number | undefined {
  if (isAbsent(text)) return undefined
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= range.min && value <= range.max) return value
  throw new BadSetting(`${name} must be an integer from ${range.min} to ${range.max}, and is ${quoted(text)}`)
}

function choice<T extends string>(
  name: string,
  text: string | undefined,
  choices: readonly T[],
): T | undefined {
  if (isAbsent(text)) return undefined
  const found = choices.find((value) => value === text)
  if (found !== undefined) return found
  throw new BadSetting(`${name} must be one of ${choices.join(', ')}, and is ${quoted(text)}`)
}

function address(name: string, text: string | undefined): string | undefined {
  if (isAbsent(text)) return undefined
  if (/^[\w.:%-]+$/.test(text)) return text
  throw new BadSetting(`${name} must be a host name or an address, and is ${quoted(text)}`)
}

/** An address that paths are put behind. */
function base(name: string, text: string | undefined): string | undefined {
  const value = url(name, text, ['http:', 'https:'])
  if (value === undefined) return undefined
  const { search, hash } = new URL(value)
  if (search !== '' || hash !== '')
    throw new BadSetting(`${name} must have no query and no fragment, and is ${quoted(value)}`)
  return value.replace(/\/+$/, '')
}

function url(name: string, text: string | undefined, protocols: string[]): string | undefined {
  if (isAbsent(text)) return undefined
  if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text
  // The value may hold a password.
  const value = name === 'DATABASE_URL' ? 'something else' : quoted(text)
  throw new BadSetting(
    `${name} must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}, and is ${value}`,
  )
}

function isAbsent(text: string | undefined): text is undefined | '' {
  return text === undefined || text === ''
}

function quoted(text: string): string {
  return JSON.stringify(text)
}
