import { blocksOf, createShell, serverSettings, withoutIds } from '../../support/guide.ts'
import { usePrograms } from '../../support/programs/use-programs.ts'

const PAGE = 'api-keys.md'

const programs = usePrograms()

test('docs/guides/api-keys.md has commands that create a key and call the API with it', async () => {
  const shell = createShell(programs.directory)
  const blocks = blocksOf(PAGE).filter(({ info }) => info !== '')
  expect(blocks.map(({ info }) => info)).toEqual(['sh', 'sh server', 'sh', 'json', 'sh', 'text'])
  const [create, , ...requests] = blocks
  await shell.run(create?.text ?? '')
  const server = await programs.start(serverSettings(PAGE))
  const [call, shown, withoutKey, status] = requests.map(({ text }) =>
    text.replaceAll('http://127.0.0.1:8080', server.origin),
  )
  expect(JSON.parse(withoutIds(await shell.run(call ?? '')))).toEqual(JSON.parse(withoutIds(shown ?? '')))
  expect(await shell.run(withoutKey ?? '')).toBe(status)
})
