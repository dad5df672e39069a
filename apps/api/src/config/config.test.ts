import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { readConfig } from './config.ts'

const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'

test('readConfig() returns the defaults for an empty environment', () => {
  expect(readConfig({})).toEqual({
    port: 8080,
    host: '127.0.0.1',
    database: undefined,
    poolSize: 10,
    preparedStatements: true,
    publicUrl: undefined,
    errorsBase: undefined,
    changesTtl: undefined,
    logLevel: 'info',
    metrics: 'on-api-port',
    auth: { apiKeys: [], apiKeysFile: undefined, openId: undefined, isRequired: false, anonymous: false },
    http: {
      allowedHosts: ['127.0.0.1'],
      corsOrigins: [],
      trustProxy: undefined,
      rateLimit: undefined,
      requestTimeoutMs: 30_000,
      keepAliveTimeoutMs: 65_000,
    },
  })
})

const EVERY_SETTING = {
  PORT: '0',
  HOST: '::1',
  DATABASE_URL: 'postgres://u:p@db/name?sslmode=require',
  DATABASE_POOL_SIZE: '30',
  PREPARED_STATEMENTS: 'off',
  PUBLIC_URL: 'https://api.example.com/',
  ERRORS_BASE: 'https://example.com/problems//',
  LOG_LEVEL: 'silent',
  METRICS_PORT: '9464',
  METRICS_HOST: '::',
  NODE_ENV: 'production',
  OIDC_ISSUER: 'https://id.example.com/realms/a',
  OIDC_AUDIENCE: 'workbench',
  API_KEYS: `ci:read+write:${HASH}, grafana:read:${HASH}`,
  API_KEYS_FILE: '/run/secrets/keys',
  CORS_ORIGINS: 'https://app.example.com, http://localhost:5173',
  TRUST_PROXY: '10.0.0.0/8, ::1',
  RATE_LIMIT: '600/60',
  REQUEST_TIMEOUT: '2',
  KEEP_ALIVE_TIMEOUT: '3',
  CHANGES_TTL: '600',
}

test('readConfig() treats an empty setting as absent', () => {
  const empty = Object.keys(EVERY_SETTING).map((name) => [name, ' '])
  expect(readConfig(Object.fromEntries(empty) as Record<string, string>)).toEqual(readConfig({}))
})

test('readConfig() reads every setting', () => {
  expect(readConfig(EVERY_SETTING)).toEqual({
    port: 0,
    host: '::1',
    database: {
      url: 'postgres://u:p@db/name?sslmode=require',
      connection: expect.any(Function) as () => object,
    },
    poolSize: 30,
    preparedStatements: false,
    publicUrl: 'https://api.example.com',
    errorsBase: 'https://example.com/problems',
    changesTtl: 600,
    logLevel: 'silent',
    metrics: { port: 9464, host: '::' },
    auth: {
      apiKeys: [
        { name: 'ci', rights: 'read+write', hash: Buffer.from(HASH, 'hex') },
        { name: 'grafana', rights: 'read', hash: Buffer.from(HASH, 'hex') },
      ],
      apiKeysFile: '/run/secrets/keys',
      openId: {
        issuer: 'https://id.example.com/realms/a',
        audience: 'workbench',
      },
      isRequired: true,
      anonymous: false,
    },
    http: {
      allowedHosts: ['[::1]'],
      corsOrigins: ['https://app.example.com', 'http://localhost:5173'],
      trustProxy: ['10.0.0.0/8', '::1'],
      rateLimit: { requests: 600, seconds: 60 },
      requestTimeoutMs: 2_000,
      keepAliveTimeoutMs: 3_000,
    },
  })
})

const PROXY = 'TRUST_PROXY must be the number of proxies, from 1 to 100, or addresses'
const ENTRY = 'Each entry of API_KEYS must be name:rights:sha256'
const WITH_KEYS = 'cannot be combined with API_KEYS, API_KEYS_FILE or OIDC_ISSUER'
const RATE = 'RATE_LIMIT must be off, or requests/seconds such as 600/60, but is'
const HOSTS = 'ALLOWED_HOSTS must be host names or IP addresses without a port, separated by commas, or *'
const database = (rest: string) => ({ DATABASE_URL: `postgres://${rest}` })

test.each<[settings: Record<string, string>, message: string]>([
  [{ PORT: '65536' }, 'PORT must be an integer from 0 to 65535, but is "65536"'],
  [{ PORT: '8e3' }, 'PORT must be an integer from 0 to 65535, but is "8e3"'],
  [{ HOST: 'a b' }, 'HOST must be a host name or an IP address, but is "a b"'],
  [{ PUBLIC_URL: 'api' }, 'PUBLIC_URL must be a URL that starts with http:// or https://, but is "api"'],
  [{ PUBLIC_URL: 'https://a/#b' }, 'PUBLIC_URL must have no query and no fragment, but is "https://a/#b"'],
  [{ PUBLIC_URL: 'https://a/?b' }, 'PUBLIC_URL must have no query and no fragment, but is "https://a/?b"'],
  [
    { ERRORS_BASE: 'urn:a' },
    'ERRORS_BASE must be a URL that starts with http:// or https://, but is "urn:a"',
  ],
  [{ DATABASE_URL: 'mysql://me:secret@db/a' }, 'DATABASE_URL must be a URL that starts with postgres:// or'],
  [{ DATABASE_PASSWORD_FILE: '/f' }, 'DATABASE_URL must be a URL that starts with postgres://'],
  [database('me:secret@db:99999/a'), 'DATABASE_URL or DATABASE_PASSWORD_FILE cannot be used: '],
  [database('me:secret@one:5432,two:5433/a'), 'DATABASE_URL or DATABASE_PASSWORD_FILE cannot be used: '],
  [database('me:secret@%'), 'DATABASE_URL or DATABASE_PASSWORD_FILE cannot be used: '],
  [database('db/a?port=99999'), 'its port must be an integer from 1 to 65535'],
  [database('db/a?port=0'), 'its port must be an integer from 1 to 65535'],
  [
    database('db/a?connect_timeout=5s'),
    'its connect_timeout must be an integer from 0 to 999999999, but is "5s"',
  ],
  [
    database('db/a?query_timeout=-1'),
    'its query_timeout must be an integer from 0 to 999999999, but is "-1"',
  ],
  [database('db/a?sslmode=verify-ca'), 'Using sslmode=verify-ca requires specifying a CA with sslrootcert'],
  [database('/a?host=/run&sslmod=x'), 'the parameter "sslmod" is not supported; use only host, port, user, '],
  [database('db/a?sslkey=/no/such.pem'), "no such file or directory, open '/no/such.pem'"],
  [{ ...database('db/a'), DATABASE_PASSWORD_FILE: '/no' }, "no such file or directory, open '/no'"],
  [{ DATABASE_POOL_SIZE: '0' }, 'DATABASE_POOL_SIZE must be an integer from 1 to 1000, but is "0"'],
  [{ ANONYMOUS_ACCESS: 'yes' }, 'ANONYMOUS_ACCESS must be allow, but is "yes"'],
  [{ ANONYMOUS_ACCESS: 'allow', API_KEYS: `a:read:${HASH}` }, `ANONYMOUS_ACCESS ${WITH_KEYS}`],
  [{ ALLOWED_HOSTS: 'a', API_KEYS: `a:read:${HASH}` }, `ALLOWED_HOSTS ${WITH_KEYS}`],
  [{ API_KEYS: `a:admin:${HASH}` }, ENTRY],
  [{ API_KEYS: `a b:read:${HASH}` }, ENTRY],
  [{ API_KEYS: 'a:read:1234' }, ENTRY],
  [{ OIDC_AUDIENCE: 'a' }, 'OIDC_ISSUER is required with OIDC_AUDIENCE'],
  [{ OIDC_ISSUER: 'https://id.example.com' }, 'OIDC_AUDIENCE is required with OIDC_ISSUER'],
  [
    { OIDC_ISSUER: 'http://a', OIDC_AUDIENCE: 'a' },
    'OIDC_ISSUER must be a URL that starts with https://, but',
  ],
  [{ CORS_ORIGINS: 'https://a/' }, 'CORS_ORIGINS must be origins such as https://app.example.com, or *, but'],
  ...['a:80', '[::1]:80', 'http://a', 'a/b', 'a@b', '*.example.com', '::1::'].map(
    (text): [Record<string, string>, string] => [
      { ALLOWED_HOSTS: `localhost, ${text}` },
      `${HOSTS}, but contains "${text}"`,
    ],
  ),
  ...['true', '0', '101', '10.0.0.0/33', '0.0.0.0/0', '::/0'].map(
    (text): [Record<string, string>, string] => [{ TRUST_PROXY: text }, PROXY],
  ),
  [{ RATE_LIMIT: '100' }, `${RATE} "100"`],
  [{ RATE_LIMIT: '0/1' }, `${RATE} "0/1"`],
  [{ REQUEST_TIMEOUT: '0' }, 'REQUEST_TIMEOUT must be an integer from 1 to 3600, but is "0"'],
  [{ PREPARED_STATEMENTS: 'yes' }, 'PREPARED_STATEMENTS must be one of on, off, but is "yes"'],
])('readConfig() rejects %j', (environment, message) => {
  expect(() => readConfig(environment)).toThrow(message)
})

test.each([
  [{}, 'on-api-port'],
  [{ HOST: '::1' }, 'on-api-port'],
  [{ HOST: '0.0.0.0' }, undefined],
  [{ NODE_ENV: 'production', DATABASE_URL: 'postgres://db/a' }, undefined],
  [{ METRICS_PORT: '9464' }, { port: 9464, host: '127.0.0.1' }],
  [
    { METRICS_PORT: '0', METRICS_HOST: '0.0.0.0', HOST: '0.0.0.0' },
    { port: 0, host: '0.0.0.0' },
  ],
])('readConfig() with %j serves metrics at %j', (environment, metrics) => {
  expect(readConfig(environment).metrics).toEqual(metrics)
})

test.each([
  ['https://bücher.example/ü b//', 'https://xn--bcher-kva.example/%C3%BC%20b'],
  ['HTTPS://api.example.com:443/?#', 'https://api.example.com'],
])('readConfig() normalizes the PUBLIC_URL and ERRORS_BASE %j to %j', (url, normalized) => {
  const { publicUrl, errorsBase } = readConfig({ PUBLIC_URL: url, ERRORS_BASE: url })
  expect([publicUrl, errorsBase]).toEqual([normalized, normalized])
})

test.each<[string, object]>([
  [
    'me:a%2Cb@db/a',
    { user: 'me', password: 'a,b', host: 'db', database: 'a', connectionTimeoutMillis: 5000 },
  ],
  ['me:b@/a?host=/run/postgresql&sslmode=require', { host: '/run/postgresql' }],
  ['%2Frun/a?ssl=true', { host: '/run' }],
  ['db/a?ssl=true', { ssl: true }],
  ['db/a?sslmode=require', { ssl: { rejectUnauthorized: false } }],
  ['db/a?sslmode=verify-full', { ssl: {} }],
  ['db/a?sslmode=verify_full', { ssl: {} }],
  ['db:5433/a?connect_timeout=10&options=-c%20geqo%3Doff', { port: 5433, connectionTimeoutMillis: 10_000 }],
  ['db/a?channel_binding=prefer', { enableChannelBinding: true, requireChannelBinding: false }],
  ['db/a?channel_binding=require', { enableChannelBinding: true, requireChannelBinding: true }],
  ['db/a?statement_timeout=5000&query_timeout=0', { statement_timeout: '5000', query_timeout: 0 }],
])('readConfig() reads DATABASE_URL postgres://%s for the driver', (rest, expected) => {
  const { database } = readConfig({ DATABASE_URL: `postgres://${rest}` })
  expect(database?.connection()).toMatchObject(expected)
})

test('readConfig() reads the files of DATABASE_PASSWORD_FILE and of keys again for each connection', () => {
  const [passwordFile, key] = [join(tmpdir(), 'password'), join(tmpdir(), 'key.pem')]
  writeFileSync(passwordFile, 'first\n')
  writeFileSync(key, 'a')
  const { database } = readConfig({
    DATABASE_URL: `postgres://me@db/a?sslmode=require&sslkey=${key}`,
    DATABASE_PASSWORD_FILE: passwordFile,
  })
  expect(database?.connection()).toMatchObject({ password: 'first', ssl: { key: 'a' } })
  writeFileSync(passwordFile, '\u{1F600}:/@\n')
  writeFileSync(key, 'b')
  expect(database?.connection()).toMatchObject({ password: '\u{1F600}:/@', ssl: { key: 'b' } })
})

test('readConfig() sets a rate limit by default if other machines can reach the server', () => {
  expect(readConfig({ HOST: '0.0.0.0' }).http.rateLimit).toEqual({ requests: 10_000, seconds: 10 })
  expect(readConfig({ HOST: '0.0.0.0', RATE_LIMIT: 'off' }).http.rateLimit).toBeUndefined()
})

test('readConfig() allows the hosts in ALLOWED_HOSTS and HOST, in the form of URLs', () => {
  const settings = { ALLOWED_HOSTS: 'API.internal, ::1, [fd00:0::1], bücher.example', HOST: '192.0.2.1' }
  expect(readConfig(settings).http.allowedHosts).toEqual([
    'api.internal',
    '[::1]',
    '[fd00::1]',
    'xn--bcher-kva.example',
    '192.0.2.1',
  ])
  expect(readConfig({ ALLOWED_HOSTS: '*' }).http.allowedHosts).toContain('*')
})

test('readConfig() does not repeat an invalid entry of API_KEYS in its error, because it may be a key', () => {
  expect(() => readConfig({ API_KEYS: 'workbench_secret' })).toThrow(/^(?!.*workbench_secret)/)
})
