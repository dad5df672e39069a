import { useFolderAndDatabase } from '../../support/folder-and-database.ts'
import { blocksOf, createShell, serverSettings, withoutIds } from '../../support/guide.ts'
import { end, startServer } from '../../support/programs/process.ts'

const PAGE = 'api-keys.md'

const { directory, databaseUrl } = useFolderAndDatabase()

test('docs/guides/api-keys.md has commands that create a key and call the API with it', async () => {
  const shell = createShell(directory())
  const blocks = blocksOf(PAGE).filter(({ info }) => info !== '')
  expect(blocks.map(({ info }) => info)).toEqual(['sh', 'sh server', 'sh', 'json', 'sh', 'text'])
  const [create, , ...requests] = blocks
  await shell.run(create?.text ?? '')
  const server = await startServer(directory(), { DATABASE_URL: databaseUrl(), ...serverSettings(PAGE) })
  const [call, shown, withoutKey, status] = requests.map(({ text }) =>
    text.replaceAll('http://127.0.0.1:8080', server.origin),
  )
  expect(JSON.parse(withoutIds(await shell.run(call ?? '')))).toEqual(JSON.parse(withoutIds(shown ?? '')))
  expect(await shell.run(withoutKey ?? '')).toBe(status)
  expect(await end(server)).toBe(0)
})
