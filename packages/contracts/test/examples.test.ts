import { readdirSync, readFileSync } from 'node:fs'

import { contracts } from './rules/artifacts.ts'
import { violationsOf } from './support/violations-of.ts'

interface Example {
  readonly file: string
  readonly schema: string
  readonly violations: readonly Expected[]
}

interface Expected {
  readonly path: string
  readonly keyword: string
  readonly message?: string
  readonly line: number
  readonly column: number
}

const examples = new URL('../../../docs/examples/', import.meta.url)
const listed = JSON.parse(readFileSync(new URL('expected.json', examples), 'utf8')) as Example[]

describe('docs/examples', () => {
  test.each(listed.map((example) => [example.file, example] as const))(
    'validateText() finds the violations of %s that expected.json lists',
    (file, { schema, violations }) => {
      const verdict = contracts.get(schema).validateText(readFileSync(new URL(file, examples)))
      const found = violationsOf(verdict)
      expect(found).toHaveLength(violations.length)
      expect(found).toMatchObject(violations)
    },
  )

  test('README.md of the package shows the exact violation of an example, and the template of another one', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
    const violationsIn = (contract: string, mistake: string) => {
      const file = new URL(`broken/${contract}.${mistake}.json`, examples)
      return violationsOf(contracts.get(contract).validateText(readFileSync(file)))
    }
    const [shown = ''] = /(?<=^```json\n)[^`]+/m.exec(readme) ?? []
    expect([JSON.parse(shown)]).toEqual(violationsIn('finding.v1', 'severity-not-in-enum'))
    const template = { keyword: 'minItems', template: [{ given: '…', when: '…', then: '…' }] }
    expect(violationsIn('requirement.v1', 'criteria-empty')).toContainEqual(expect.objectContaining(template))
    expect(readme).toContain(`\`[{ "given": "…", "when": "…", "then": "…" }]\``)
  })

  test('expected.json lists every file once', () => {
    const files = ['broken', 'valid'].flatMap((folder) =>
      readdirSync(new URL(folder, examples)).map((file) => `${folder}/${file}`),
    )
    expect(listed.map(({ file }) => file).sort()).toEqual(files.sort())
  })

  test('expected.json has a line and a column for each violation', () => {
    const positions = listed.flatMap(({ violations }) => violations.map(({ line, column }) => [line, column]))
    expect(positions.flat().filter((position) => !Number.isInteger(position))).toEqual([])
  })

  test('expected.json validates each file against the contract in its name', () => {
    const misnamed = listed.filter(({ file, schema }) => !file.split('/').at(-1)?.startsWith(`${schema}.`))
    expect(misnamed).toEqual([])
  })

  test('expected.json has violations for the broken files and none for the valid files', () => {
    const misplaced = listed.filter(
      ({ file, violations }) => file.startsWith('broken/') !== violations.length > 0,
    )
    expect(misplaced).toEqual([])
  })

  test.each(contracts.ids)('%s has one valid and at least two broken examples', (id) => {
    const of = (folder: string) =>
      listed.filter(({ file, schema }) => schema === id && file.startsWith(folder))
    expect(of('valid/')).toHaveLength(1)
    expect(of('broken/').length).toBeGreaterThanOrEqual(2)
  })
})
