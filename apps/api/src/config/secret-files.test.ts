import { readSecretFiles } from './secret-files.ts'

const URL_WITHOUT = 'postgres://me@db:5432/a'

test.each([
  ['plain', 'postgres://me:plain@db:5432/a'],
  ['with a line end\n', 'postgres://me:with%20a%20line%20end@db:5432/a'],
  ['p@ss/w:rd%41', 'postgres://me:p%40ss%2Fw%3Ard%2541@db:5432/a'],
])('withSecrets() puts the password %j into DATABASE_URL', (content, url) => {
  const environment = { DATABASE_URL: URL_WITHOUT, DATABASE_PASSWORD_FILE: '/secret', PORT: '1' }
  const read = (path: string) => (path === '/secret' ? content : '')
  expect(readSecretFiles(environment, read)).toEqual({ ...environment, DATABASE_URL: url })
})

test('withSecrets() leaves an environment without a file as it is', () => {
  const environment = { DATABASE_URL: URL_WITHOUT, DATABASE_PASSWORD_FILE: ' ' }
  expect(readSecretFiles(environment, () => 'unused')).toBe(environment)
})

test('withSecrets() says which file cannot be read, and that there is no address to put it into', () => {
  const read = () => {
    throw new Error('ENOENT')
  }
  expect(() => readSecretFiles({ DATABASE_URL: URL_WITHOUT, DATABASE_PASSWORD_FILE: '/no' }, read)).toThrow(
    'DATABASE_PASSWORD_FILE cannot be read: Error: ENOENT',
  )
  expect(() => readSecretFiles({ DATABASE_PASSWORD_FILE: '/no' }, read)).toThrow(
    'DATABASE_PASSWORD_FILE needs a DATABASE_URL, without the password',
  )
})
