import { readdirSync, readFileSync } from 'node:fs'

import { readConfig } from '../src/config/config.ts'
import { readSecretFiles } from '../src/config/secret-files.ts'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

/** The settings that the tables of the operator's guide have. */
function documented(): string[] {
  const tables =
    read('../../../docs/operations.md')
      .split('\n### Settings\n')[1]
      ?.split('\n### The embedded database\n')[0] ?? ''
  return [...tables.matchAll(/^\| `([A-Z_]+)` +\|/gm)].map(([, name = '']) => name)
}

/** The settings that are looked at when the server starts. */
function lookedAt(environment: Record<string, string>): string[] {
  const names = new Set<string>()
  const watched = new Proxy(environment, {
    get: (target, name) => {
      if (typeof name === 'string') names.add(name)
      return Reflect.get(target, name) as unknown
    },
  })
  try {
    readSecretFiles(watched, () => 'password')
    readConfig(watched)
  } catch {
    // A setting that is refused was looked at as well.
  }
  return [...names]
}

/** Names in the source that have the form of a setting's and are asked of the environment. */
function asked(): string[] {
  const source = new URL('../src/', import.meta.url)
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => [
      ...read(new URL(file, source).href).matchAll(/(?:setting\(|environment\[)'([A-Z_]+)'/g),
    ])
    .map(([, name = '']) => name)
}

test("the operator's guide has every setting that the server reads, and no other", () => {
  const settings = new Set([...lookedAt({}), ...lookedAt({ DATABASE_PASSWORD_FILE: '/f' }), ...asked()])
  expect(settings.size).toBeGreaterThan(10)
  expect(documented().sort()).toEqual([...settings].sort())
})
