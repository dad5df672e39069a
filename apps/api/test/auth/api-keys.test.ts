import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { createApiKey } from '../../src/auth/api-keys.ts'

import { startApi, useApi } from '../support/requests/api.ts'
import { description } from '../support/requests/contract.ts'
import { usePrograms } from '../support/programs/use-programs.ts'

const PROJECTS = '/api/v1/projects'

const writer = createApiKey('ci', 'read+write')
const reader = createApiKey('grafana', 'read')
const next = createApiKey('ci', 'read+write')

const entries = [writer, reader, next].map(({ entry }) => entry).join(',')
const api = useApi({ settings: { API_KEYS: entries, CHANGES_TTL: '3600' } })
const open = useApi()

/** An unknown key whose hash has the same first byte as that of a known entry. */
function keyLike(entry: string): string {
  const firstByte = (text: string): string => text.split(':')[2]?.slice(0, 2) ?? ''
  let made = createApiKey('other', 'read')
  while (firstByte(made.entry) !== firstByte(entry)) made = createApiKey('other', 'read')
  return made.key
}

const as = (key: string): Record<string, string> => ({ Authorization: `Bearer ${key}` })

describe('a server with API keys', () => {
  test('allows a key what its entry grants, also a second one with the same name', async () => {
    for (const { key } of [writer, next]) {
      const created = await api.send('POST', PROJECTS, { body: { name: 'a' }, headers: as(key) })
      expect(created.status).toBe(201)
    }
    for (const method of ['GET', 'HEAD'])
      expect((await api.send(method, PROJECTS, { headers: as(reader.key) })).status).toBe(200)
  })

  test('answers 403 with the required scope to a key without it, and writes nothing', async () => {
    const options = { body: { name: 'not written' }, headers: as(reader.key) }
    const { status, headers, problem } = await api.send('POST', PROJECTS, options)
    expect([status, problem.title]).toEqual([403, 'Forbidden'])
    expect(headers.get('www-authenticate')).toBe(
      'Bearer realm="workbench", error="insufficient_scope", scope="workbench:write"',
    )
    const rows = await api.db.selectFrom('projects').where('name', '=', 'not written').select('id').execute()
    expect(rows).toEqual([])
  })

  test.each([
    ['no Authorization', {}],
    ['another scheme', { Authorization: 'Basic YTpi' }],
    ['no credential', { Authorization: 'Bearer' }],
    ['two credentials', { Authorization: 'Bearer a b' }],
  ])('answers 401 without an error code to %s', async (_, headers) => {
    const answer = await api.send('GET', PROJECTS, { headers })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="workbench", scope="workbench:read"')
    expect(answer.body).toMatchObject({ title: 'Unauthorized', status: 401 })
  })

  test.each([
    ['an unknown key', createApiKey('other', 'read').key],
    ['a key without its last character', writer.key.slice(0, -1)],
    ['a key with another character at its end', `${writer.key}A`],
    ['a key whose hash has the same first byte as that of a valid key', keyLike(writer.entry)],
    ['an entry in place of its key', writer.entry],
    ['the hash of a key', writer.entry.split(':')[2] ?? ''],
    ['text of 10,000 characters', 'x'.repeat(10_000)],
  ])('answers 401 to %s', async (_, key) => {
    const { status, headers } = await api.send('GET', PROJECTS, { headers: as(key) })
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toBe(
      'Bearer realm="workbench", error="invalid_token", error_description="The API key is not known", scope="workbench:read"',
    )
  })

  test.each(Object.keys(description.paths))(
    'requires a credential for every operation of %s',
    async (path) => {
      for (const method of ['GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'HEAD']) {
        const { status } = await fetch(api.origin + path.replaceAll(/\{\w+\}/g, '1'), { method })
        expect([401, 405]).toContain(status)
      }
    },
  )

  test.each(['/livez', '/readyz', '/errors', '/errors/forbidden', '/v3/api-docs', '/swagger-ui.html'])(
    'requires no credential for %s',
    async (path) => {
      expect((await api.send('GET', path)).status).toBe(200)
    },
  )

  test('logs the name of the key, and never the key', async () => {
    const { headers } = await api.send('GET', PROJECTS, { headers: as(reader.key) })
    const requestId = headers.get('x-request-id')
    expect(api.log.filter((line) => line['requestId'] === requestId)).toMatchObject([
      { caller: 'key:grafana', status: 200 },
    ])
    expect(JSON.stringify(api.log)).not.toContain(reader.key)
  })

  test('publishes the OpenAPI document with security requirements, and one with anonymous access without', async () => {
    const { body } = await api.send<typeof description>('GET', '/v3/api-docs')
    expect(body.components['securitySchemes']).toMatchObject({ bearer: { type: 'http', scheme: 'bearer' } })
    for (const { responses } of operationsOf(body)) expect(responses).toHaveProperty('401')
    const anonymous = (await open.send<typeof description>('GET', '/v3/api-docs')).body
    expect([anonymous.security, 'securitySchemes' in anonymous.components]).toEqual([[], false])
    expect(operationsOf(anonymous)).toHaveLength(17)
    for (const operation of operationsOf(anonymous)) expect(operation).not.toHaveProperty('security')
  })
})

const operationsOf = ({ paths }: typeof description) =>
  Object.values(paths).flatMap((path) =>
    [path.get, path.put, path.post, path.patch, path.delete].filter((operation) => operation !== undefined),
  )

describe('the key command', () => {
  const programs = usePrograms({ isEmbedded: true })

  test('prints a key and the entry with which a server accepts it', async () => {
    const command = programs.run('key', {}, ['deploy', 'write'])
    expect(await command.ended).toBe(0)
    const [, key = '', , , entry = ''] = command.output.stdout.split('\n')
    expect(entry).toMatch(/^deploy:write:[0-9a-f]{64}$/)
    const file = join(programs.directory, 'keys')
    await writeFile(file, `# for the pipeline\n${entry}\n`)
    const server = await startApi({ settings: { API_KEYS_FILE: file } })
    const options = { body: { name: 'a' }, headers: as(key) }
    expect((await server.send('POST', PROJECTS, options)).status).toBe(201)
    expect((await server.send('GET', PROJECTS, { headers: as(key) })).status).toBe(403)
  })

  test.each([
    [[], 'A name and rights are required\n\nUsage: key <name> <rights>\n'],
    [['deploy'], 'A name and rights are required'],
    [['deploy', 'read', 'write'], 'A name and rights are required'],
    [['a', 'admin'], 'An entry must be name:rights:sha256'],
    [['a b', 'read'], 'An entry must be name:rights:sha256'],
    [['--name', 'read'], "Unknown option '--name'"],
  ])('rejects %j and creates no key', async (words, message) => {
    const command = programs.run('key', {}, words)
    expect(await command.ended).toBe(2)
    expect(command.output.stderr).toContain(message)
    expect(command.output.stdout).toBe('')
  })

  test.each([[['--help']], [['-h']], [['deploy', 'read', '--help']]])(
    'prints help for %j and creates no key',
    async (words) => {
      const command = programs.run('key', {}, words)
      expect(await command.ended).toBe(0)
      expect(command.output.stdout).toMatch(/^Usage: key <name> <rights>\n/)
      expect(command.output.stdout).not.toContain('workbench_')
    },
  )
})
