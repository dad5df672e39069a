import { readSecretFiles } from './secret-files.ts'

const URL_WITHOUT_PASSWORD = 'postgres://me@db:5432/a'

test.each([
  ['plain', 'postgres://me:plain@db:5432/a'],
  ['with a newline\n', 'postgres://me:with%20a%20newline@db:5432/a'],
  ['p@ss/w:rd%41', 'postgres://me:p%40ss%2Fw%3Ard%2541@db:5432/a'],
])('readSecretFiles() adds the password %j to DATABASE_URL', (content, url) => {
  const environment = { DATABASE_URL: URL_WITHOUT_PASSWORD, DATABASE_PASSWORD_FILE: '/secret', PORT: '1' }
  const read = (path: string) => (path === '/secret' ? content : '')
  expect(readSecretFiles(environment, read)).toEqual({ ...environment, DATABASE_URL: url })
})

test('readSecretFiles() returns the environment unchanged if DATABASE_PASSWORD_FILE is empty', () => {
  const environment = { DATABASE_URL: URL_WITHOUT_PASSWORD, DATABASE_PASSWORD_FILE: ' ' }
  expect(readSecretFiles(environment, () => 'unused')).toBe(environment)
})

test('readSecretFiles() rejects an unreadable file', () => {
  const read = () => {
    throw new Error('ENOENT')
  }
  expect(() =>
    readSecretFiles({ DATABASE_URL: URL_WITHOUT_PASSWORD, DATABASE_PASSWORD_FILE: '/no' }, read),
  ).toThrow('DATABASE_PASSWORD_FILE cannot be read: Error: ENOENT')
})

test.each([{}, { DATABASE_URL: 'db' }, { DATABASE_URL: 'postgres:///a?host=/run/postgresql' }])(
  'readSecretFiles() rejects a password file for %j, to which no password can be added',
  (environment) => {
    const settings = { ...environment, DATABASE_PASSWORD_FILE: '/secret' }
    expect(() => readSecretFiles(settings, () => 'password')).toThrow(
      'DATABASE_PASSWORD_FILE requires a DATABASE_URL with a host, and without the password',
    )
  },
)
