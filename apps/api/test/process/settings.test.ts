import { readdirSync, readFileSync } from 'node:fs'

import { readConfig } from '../../src/config/config.ts'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

/** The settings in the tables of docs/settings.md. */
function documented(): string[] {
  return [...read('../../../../docs/settings.md').matchAll(/^\| `([A-Z_]+)` +\|/gm)].map(
    ([, name = '']) => name,
  )
}

/** The settings that the server reads when it starts with this environment. */
function readAtStart(environment: Record<string, string>): string[] {
  const names = new Set<string>()
  const recording = new Proxy(environment, {
    get: (target, name) => {
      if (typeof name === 'string') names.add(name)
      return Reflect.get(target, name) as unknown
    },
  })
  try {
    readConfig(recording)
  } catch {
    // The names read before an invalid setting was found count too.
  }
  return [...names]
}

/** The names that the source code passes to the methods of `Env` or reads from `environment`. */
function namesInSource(): string[] {
  const source = new URL('../../src/', import.meta.url)
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => [...read(new URL(file, source).href).matchAll(/env\.\w+\('([A-Z_]+)'/g)])
    .map(([, name = '']) => name)
}

test('docs/settings.md lists exactly the settings that the server reads', () => {
  const settings = new Set([...readAtStart({}), ...namesInSource()])
  expect(settings.size).toBeGreaterThan(10)
  expect(documented().sort()).toEqual([...settings].sort())
})
