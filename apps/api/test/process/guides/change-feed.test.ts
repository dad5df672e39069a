import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { freePort } from '@workbench/embedded-postgres/server-process'

import { blockOf, blocksOf } from '../../support/guide.ts'
import { end } from '../../support/programs/process.ts'
import { usePrograms } from '../../support/programs/use-programs.ts'
import { until } from '../../support/until.ts'

interface Change {
  cursor: string
  type: string
  resourceType: string
  projectId: string
  project?: { name: string }
}

const programs = usePrograms()

test('docs/guides/change-feed.md has a client that prints each change once, also if it or the server is stopped', async () => {
  const created = programs.run('key', {}, ['ci', 'read+write'])
  await created.ended
  const [, key = '', , , entry = ''] = created.output.stdout.split('\n')
  const settings = {
    ...{ CHANGES_TTL: '3600', API_KEYS: entry },
    PORT: String(await freePort()),
  }
  const server = await programs.start(settings)
  const { origin } = server
  writeFileSync(join(programs.directory, 'follow.mjs'), blockOf('change-feed.md', 'js follow.mjs'))
  const printed: Change[] = []
  const follow = () => {
    const child = spawn(process.execPath, ['follow.mjs', origin], {
      cwd: programs.directory,
      env: { PATH: process.env['PATH'], API_KEY: key },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let text = ''
    child.stdout.on('data', (chunk) => {
      const lines = (text + String(chunk)).split('\n')
      text = lines.pop() ?? ''
      printed.push(...lines.map((line) => JSON.parse(line) as Change))
    })
    return child
  }
  const create = async (name: string): Promise<void> => {
    const { status } = await fetch(`${origin}/api/v1/projects`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name }),
    })
    expect(status).toBe(201)
  }
  const names = (): (string | undefined)[] => printed.map(({ project }) => project?.name)
  const receive = (name: string) => until(() => Promise.resolve(names().includes(name)))

  await create('before')
  const first = follow()
  await receive('before')
  await create('during')
  await receive('during')

  await end(server)
  await programs.start(settings)
  await create('after the server was stopped')
  await receive('after the server was stopped')

  // Otherwise it is received once more, as the page says.
  await until(() =>
    Promise.resolve(readFileSync(join(programs.directory, 'cursor'), 'utf8') === printed.at(-1)?.cursor),
  )
  first.kill()
  await once(first, 'close')
  await create('while the client was stopped')
  const second = follow()
  await receive('while the client was stopped')
  second.kill()
  await once(second, 'close')
  expect(names()).toEqual([
    ...['before', 'during', 'after the server was stopped', 'while the client was stopped'],
  ])

  const [shown] = blocksOf('change-feed.md').filter(({ info }) => info === 'json')
  expect(Object.keys(JSON.parse(shown?.text ?? '') as Change)).toEqual(Object.keys(printed[0] ?? {}))
})
