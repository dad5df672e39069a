import { readdirSync, readFileSync } from 'node:fs'

import { readConfig } from '../../src/config/config.ts'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

/** The settings that have a heading in docs/settings.md, and the line below it with the type and the default. */
const documented = [
  ...read('../../../../docs/settings.md').matchAll(/^### `([A-Z_]+)`\n\n([^]*?)\n\n/gm),
].map(([, name = '', facts = '']) => ({ name, facts: facts.replaceAll('\n', ' ') }))

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
  expect(documented.map(({ name }) => name).toSorted()).toEqual([...settings].toSorted())
})

const withDefault = documented.flatMap(({ name, facts }) => {
  const [, value] = /Default: `([^`]+)`\./.exec(facts) ?? []
  return value === undefined ? [] : [{ name, value }]
})

test.each(withDefault)('docs/settings.md has the default $value of $name', ({ name, value }) => {
  // Both settings are used only with METRICS_PORT.
  const others = { METRICS_PORT: '9464' }
  expect(readConfig({ [name]: value, ...others })).toEqual(readConfig(others))
})

const ranges = documented.flatMap(({ name, facts }) => {
  const [, from, to] = /Integer from (\d+) to (\d+)/.exec(facts) ?? []
  return from === undefined ? [] : [{ name, from: Number(from), to: Number(to) }]
})

test.each(ranges)('docs/settings.md has the range $from to $to of $name', ({ name, from, to }) => {
  for (const inside of [from, to]) expect(() => readConfig({ [name]: String(inside) })).not.toThrow()
  for (const outside of [from - 1, to + 1])
    expect(() => readConfig({ [name]: String(outside) })).toThrow(`${name} must be`)
})

const choices = documented.flatMap(({ name, facts }) => {
  const [, listed] = /^One of ([^.]+)\./.exec(facts) ?? []
  return listed === undefined
    ? []
    : [{ name, values: [...listed.matchAll(/`([^`]+)`/g)].map(([, value = '']) => value) }]
})

test.each(choices)('docs/settings.md lists the values of $name', ({ name, values }) => {
  expect(() => readConfig({ [name]: 'other' })).toThrow(`must be one of ${values.join(', ')}, but is`)
})
