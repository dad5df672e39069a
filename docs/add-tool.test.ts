import { writeFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { recipeIn } from './recipe.ts'

const { copy, steps, commandsOf, pathsOf, run } = recipeIn('Add an agent tool', { '<tool>': 'ping' })

const tool = (annotations: string): string => `import { success } from '../tool-result.ts'
import { defineTool } from './tool.ts'

interface Arguments {
  readonly word: string
}

export const ping = defineTool<Arguments>({
  name: 'ping',
  title: 'Return a word',
  description: 'Returns the word.',
${annotations}  required: ['word'],
  input: { word: { type: 'string', enum: ['ping', 'pong'], description: 'The word.' } },
  call: ({ word }) => success({ word }, word),
})
`

const ANNOTATIONS = '  annotations: { readOnlyHint: true },\n'

/** The requests of a client that lists the tools and calls the new one, first with a wrong argument. */
const requests = [
  {
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list' },
  { id: 3, method: 'tools/call', params: { name: 'ping', arguments: { word: 'pink' } } },
  { id: 4, method: 'tools/call', params: { name: 'ping', arguments: { word: 'pong' } } },
]

test('the recipe of CONTRIBUTING.md adds an agent tool', () => {
  expect(steps).toHaveLength(3)
  const [path = '', model = ''] = pathsOf(1)
  const [compile = ''] = commandsOf(1)
  expect(readFileSync(join(copy, model), 'utf8')).toContain('defineTool<')
  writeFileSync(join(copy, path), tool(''))
  const [errors = ''] = run([compile], [1, 2])
  expect(errors).toContain(path)
  expect(errors).toContain("'annotations' is missing")
  writeFileSync(join(copy, path), tool(ANNOTATIONS))

  const [server = ''] = pathsOf(2)
  const source = readFileSync(join(copy, server), 'utf8')
  writeFileSync(
    join(copy, server),
    `import { ping } from './tools/ping.ts'\n${source.replace('tools: readonly Tool[] = [', '$&ping, ')}`,
  )
  run([compile])

  const input = requests.map((request) => JSON.stringify({ jsonrpc: '2.0', ...request })).join('\n')
  writeFileSync(join(copy, 'requests.ndjson'), `${input}\n`)
  const [output = ''] = run([
    'node --import tsx --conditions=@workbench/source apps/mcp/src/main.ts < requests.ndjson',
  ])
  const answers = new Map(
    output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number; result: object })
      .map(({ id, result }) => [id, result]),
  )
  expect(JSON.stringify(answers.get(2))).toContain('"name":"ping"')
  expect(answers.get(3)).toMatchObject({
    isError: true,
    structuredContent: { violations: [{ path: '/word', keyword: 'enum' }] },
  })
  expect(answers.get(4)).toMatchObject({ structuredContent: { word: 'pong' } })
}, 180_000)
