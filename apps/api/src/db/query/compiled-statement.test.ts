import fc from 'fast-check'
import { sql } from 'kysely'

import { compiler, compileOnce } from './compiled-statement.ts'

interface Values {
  id: string
  name: string
  limits: number[]
}

const examples = {
  query: compileOnce((values: Values, shape: { down: boolean }) =>
    compiler
      .selectFrom('projects')
      .select('name')
      .where('id', '=', values.id)
      .where('status', '=', 'ACTIVE')
      .where('name', '<>', values.name)
      .orderBy('name', shape.down ? 'desc' : 'asc'),
  ),
  template: compileOnce(
    (values: Values, shape: { down: boolean }) => sql`
      select ${'constant'}, ${values.name} from projects where id = ${values.id} and 1 = any(${values.limits})
      ${shape.down ? sql`and name < ${values.name}` : sql``}`,
  ),
}

const values = fc.record({ id: fc.uuid(), name: fc.string(), limits: fc.array(fc.integer()) })
const shape = fc.record({ down: fc.boolean() })

test.each(Object.entries(examples))(
  'statement() runs what Kysely makes of the values: %s',
  async (_name, example) => {
    await fc.assert(
      fc.asyncProperty(values, shape, async (given, form) => {
        const plain = example.compile(given, form)
        let ran: unknown
        const db = compiler.withPlugin({
          transformQuery: ({ node }) => node,
          transformResult: ({ result }) => Promise.resolve(result),
        })
        const executeQuery: typeof db.executeQuery = (query) => {
          ran = query
          return db.executeQuery(query)
        }
        await example.execute(Object.assign(Object.create(db) as typeof db, { executeQuery }), given, form)
        expect(ran).toMatchObject({ sql: plain.sql, parameters: plain.parameters })
      }),
    )
  },
)

test('statement() builds once for each shape', async () => {
  let built = 0
  const example = compileOnce((given: { id: string }, length: number) => {
    built++
    return sql`select ${given.id}, ${sql.raw('1'.repeat(length))}`
  })
  for (const length of [1, 2, 1, 2]) await example.execute(compiler, { id: 'a' }, length)
  expect(built).toBe(2)
})

test('statement() remembers no more than so many shapes, and builds the others each time', async () => {
  let built = 0
  const example = compileOnce((given: { id: string }, number: number) => {
    built++
    return sql`select ${given.id}, ${sql.raw(String(number))}`
  })
  const shapes = Array.from({ length: 600 }, (_, i) => i)
  for (const number of [...shapes, ...shapes]) await example.execute(compiler, { id: 'a' }, number)
  expect(built).toBe(700)
})
