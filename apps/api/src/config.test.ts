import { readConfig } from './config.ts'

test('readConfig() gives the defaults when nothing is set', () => {
  expect(readConfig({})).toEqual({
    port: 8080,
    host: '127.0.0.1',
    databaseUrl: undefined,
    poolSize: 10,
    preparedStatements: true,
    publicUrl: undefined,
    errorsBase: undefined,
    logLevel: 'info',
    metrics: 'beside-api',
  })
})

test('readConfig() takes an empty setting for an absent one', () => {
  const names = [
    'PORT',
    'HOST',
    'DATABASE_URL',
    'PUBLIC_URL',
    'ERRORS_BASE',
    'LOG_LEVEL',
    'DATABASE_POOL_SIZE',
  ]
  expect(readConfig(Object.fromEntries(names.map((name) => [name, ' '])))).toEqual(readConfig({}))
})

test('readConfig() reads every setting', () => {
  const config = readConfig({
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
  })
  expect(config).toEqual({
    port: 0,
    host: '::1',
    databaseUrl: 'postgres://u:p@db/name?sslmode=require',
    poolSize: 30,
    preparedStatements: false,
    publicUrl: 'https://api.example.com',
    errorsBase: 'https://example.com/problems',
    logLevel: 'silent',
    metrics: { port: 9464, host: '::' },
  })
})

test.each([
  [{ PORT: '65536' }, 'PORT must be an integer from 0 to 65535, and is "65536"'],
  [{ PORT: '8e3' }, 'PORT must be an integer from 0 to 65535, and is "8e3"'],
  [{ HOST: 'a b' }, 'HOST must be a host name or an address, and is "a b"'],
  [
    { PUBLIC_URL: 'api.example.com' },
    'PUBLIC_URL must be a URL that starts with http:// or https://, and is "api.example.com"',
  ],
  [{ PUBLIC_URL: 'https://a/?b' }, 'PUBLIC_URL must have no query and no fragment, and is "https://a/?b"'],
  [
    { ERRORS_BASE: 'urn:a' },
    'ERRORS_BASE must be a URL that starts with http:// or https://, and is "urn:a"',
  ],
  [{ DATABASE_POOL_SIZE: '0' }, 'DATABASE_POOL_SIZE must be an integer from 1 to 1000, and is "0"'],
  [{ PREPARED_STATEMENTS: 'yes' }, 'PREPARED_STATEMENTS must be one of on, off, and is "yes"'],
])('readConfig() refuses %j', (environment, message) => {
  expect(() => readConfig(environment)).toThrow(message)
})

test.each([
  [{}, 'beside-api'],
  [{ HOST: '::1' }, 'beside-api'],
  [{ HOST: '0.0.0.0' }, undefined],
  [{ NODE_ENV: 'production', DATABASE_URL: 'postgres://db/a' }, undefined],
  [{ METRICS_PORT: '9464' }, { port: 9464, host: '127.0.0.1' }],
  [
    { METRICS_PORT: '0', METRICS_HOST: '0.0.0.0', HOST: '0.0.0.0' },
    { port: 0, host: '0.0.0.0' },
  ],
])('readConfig() shows metrics with %j at %j', (environment, metrics) => {
  expect(readConfig(environment).metrics).toEqual(metrics)
})
