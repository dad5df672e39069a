import { createDatabase, type TestDatabase } from '../../support/database/database.ts'
import { blocksOf, createShell, serverSettings, withoutIds } from '../../support/guide.ts'
import { end, makeDirectory, startServer } from '../../support/programs/process.ts'

const PAGE = 'api-keys.md'

let directory: Awaited<ReturnType<typeof makeDirectory>>
let database: TestDatabase
beforeAll(async () => {
  directory = await makeDirectory()
  database = await createDatabase()
})
afterAll(async () => {
  await database.drop()
  await directory.remove()
})

test('docs/guides/api-keys.md has commands that create a key and call the API with it', async () => {
  const shell = createShell(directory.path)
  const blocks = blocksOf(PAGE).filter(({ info }) => info !== '')
  expect(blocks.map(({ info }) => info)).toEqual(['sh', 'sh server', 'sh', 'json', 'sh', 'text'])
  const [create, , ...requests] = blocks
  await shell.run(create?.text ?? '')
  const server = await startServer(directory.path, { DATABASE_URL: database.url, ...serverSettings(PAGE) })
  const [call, shown, withoutKey, status] = requests.map(({ text }) =>
    text.replaceAll('http://127.0.0.1:8080', server.origin),
  )
  expect(JSON.parse(withoutIds(await shell.run(call ?? '')))).toEqual(JSON.parse(withoutIds(shown ?? '')))
  expect(await shell.run(withoutKey ?? '')).toBe(status)
  expect(await end(server)).toBe(0)
})
