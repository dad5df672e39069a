import fc from 'fast-check'
import { type CompiledQuery, sql } from 'kysely'

import { Store } from '../store.ts'

import { compileOnce, compiler } from './compiled-statement.ts'

const store = new Store(compiler, {})

interface Values {
  id: string
  name: string
  limits: number[]
}

const examples = {
  'a query of the query builder': compileOnce((values: Values, { descending }: { descending: boolean }) =>
    compiler
      .selectFrom('projects')
      .select('name')
      .where('id', '=', values.id)
      .where('status', '=', 'ACTIVE')
      .where('name', '<>', values.name)
      .orderBy('name', descending ? 'desc' : 'asc'),
  ),
  'a template': compileOnce(
    (values: Values, { descending }: { descending: boolean }) => sql`
      select ${'constant'}, ${values.name} from projects where id = ${values.id} and 1 = any(${values.limits})
      ${descending ? sql`and name < ${values.name}` : sql``}`,
  ),
}

const anyValues = fc.record({ id: fc.uuid(), name: fc.string(), limits: fc.array(fc.integer()) })
const anyVariant = fc.record({ descending: fc.boolean() })

test.each(Object.entries(examples))(
  'compileOnce() executes the same SQL and parameters that Kysely compiles for the values: %s',
  async (_name, example) => {
    await fc.assert(
      fc.asyncProperty(anyValues, anyVariant, async (values, variant) => {
        const expected = example.compile(values, variant)
        let executed: unknown
        const db = Object.create(compiler, {
          executeQuery: { value: (query: CompiledQuery) => compiler.executeQuery((executed = query)) },
        }) as typeof compiler
        await example.execute(new Store(db, {}), values, variant)
        expect(executed).toMatchObject({ sql: expected.sql, parameters: expected.parameters })
      }),
    )
  },
)

test('compileOnce() calls build once for each variant', async () => {
  let builds = 0
  const example = compileOnce((values: { id: string }, length: number) => {
    builds++
    return sql`select ${values.id}, ${sql.raw('1'.repeat(length))}`
  })
  for (const length of [1, 2, 1, 2]) await example.execute(store, { id: 'a' }, length)
  expect(builds).toBe(2)
})

test('compileOnce() caches at most 500 variants and compiles others for each execution', async () => {
  let builds = 0
  const example = compileOnce((values: { id: string }, number: number) => {
    builds++
    return sql`select ${values.id}, ${sql.raw(String(number))}`
  })
  const variants = Array.from({ length: 600 }, (_, i) => i)
  for (const number of [...variants, ...variants]) await example.execute(store, { id: 'a' }, number)
  expect(builds).toBe(700)
})

test('compileOnce() throws if build spreads the values', async () => {
  const example = compileOnce((values: { id: string }) => sql`select ${Object.keys({ ...values }).length}`)
  await expect(example.execute(store, { id: 'a' }, undefined)).rejects.toThrow('cannot be spread')
})
