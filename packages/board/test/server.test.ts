import { once } from 'node:events'
import { cpSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { basename, join } from 'node:path'

import { openContracts } from '@workbench/contracts'

import { Board, type BoardServer, serveBoard } from '../src/index.ts'
import { boardOf, createProject, example, repository } from './project.ts'

const { root, write } = createProject({ '.git/HEAD': 'ref: refs/heads/main' })
let server: BoardServer

beforeAll(async () => {
  server = await serveBoard({ board: boardOf(root), port: 0 })
})
afterAll(() => server.close())

async function fetchPage(
  path: string,
  options: { method?: string; host?: string } = {},
  { origin } = server,
) {
  const { port } = new URL(origin)
  const { method = 'GET', host = `127.0.0.1:${port}` } = options
  const sent = request({ host: '127.0.0.1', port, path, method, headers: { host }, agent: false }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  let body = ''
  for await (const chunk of response.setEncoding('utf8')) body += String(chunk)
  return { status: response.statusCode, headers: response.headers, body }
}

const stateOf = async (of = server) => (await fetchPage('/state', {}, of)).body

/** Expects another state after an action, and the same one without another. */
async function expectChange(action: () => void, of = server): Promise<void> {
  const before = await stateOf(of)
  action()
  const after = await stateOf(of)
  expect(after).not.toBe(before)
  expect(await stateOf(of)).toBe(after)
}

describe('the server of the board', () => {
  it('has another state when the first artifact of a project is written, and shows it', async () => {
    expect((await fetchPage('/')).body).toContain('No agent has written an artifact yet')
    const path = '.workbench/blackboard/w1/analyst.json'
    await expectChange(() => write(path, example('risk.v1', { probability: 2 })))
    const { body } = await fetchPage('/')
    expect(body).toContain('>analyst</a')
    expect(body).toContain('✗ invalid')
    expect((await fetchPage(`/artifact?path=${encodeURIComponent(path)}`)).body).toContain(
      'Expected at most 1',
    )
  })

  it('has another state when an artifact changes, and for a fact', async () => {
    const path = '.workbench/blackboard/w1/analyst.json'
    await expectChange(() => write(path, example('risk.v1')))
    expect((await fetchPage('/?show=invalid')).body).not.toContain('>analyst</a')
    await expectChange(() => write('.workbench/memory/fact-0047.json', example('fact.v1', { links: [] })))
    expect((await fetchPage('/memory')).body).toContain('Settlement day closes at 18:00')
  })

  it('answers 500 while the directory of the contracts does not exist, and continues when it does', async () => {
    const project = createProject({ '.workbench/blackboard/w1/analyst.json': example('risk.v1') })
    const directory = join(project.root, 'schemas')
    const copyContracts = () =>
      cpSync(join(repository, 'schemas'), directory, { recursive: true, dereference: true })
    copyContracts()
    const board = new Board({
      root: project.root,
      openContracts: () => openContracts({ directory }),
    })
    const other = await serveBoard({ board, port: 0 })
    try {
      await expectChange(() => rmSync(directory, { recursive: true }), other)
      const failed = await fetchPage('/', {}, other)
      expect(failed).toMatchObject({
        status: 500,
        body: expect.stringContaining('Cannot list the contracts') as unknown,
      })
      copyContracts()
      expect(await fetchPage('/', {}, other)).toMatchObject({ status: 200 })
    } finally {
      await other.close()
    }
  })

  it('has another state when a contract changes', async () => {
    const directory = join(createProject({}).root, 'schemas')
    cpSync(join(repository, 'schemas'), directory, { recursive: true, dereference: true })
    const project = createProject({ '.workbench/blackboard/w1/analyst.json': example('risk.v1') })
    const board = new Board({ root: project.root, openContracts: () => openContracts({ directory }) })
    const other = await serveBoard({ board, port: 0 })
    try {
      expect((await fetchPage('/', {}, other)).body).toContain('✓ valid')
      await expectChange(() => writeFileSync(join(directory, 'risk.v1.schema.json'), '{'), other)
      expect((await fetchPage('/', {}, other)).body).toContain('✗ invalid')
      expect(board.activities).toHaveLength(1)
    } finally {
      await other.close()
    }
  })

  it('allows nothing from elsewhere and no frames', async () => {
    const { headers } = await fetchPage('/')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/)
    expect(headers['content-security-policy']).not.toMatch(/unsafe|https?:|\*/)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    })
  })

  it.each(['board.example', '127.0.0.1.board.example', 'localhost@board.example'])(
    'rejects the host "%s", to which a name of another site can resolve',
    async (host) => {
      const { status, body } = await fetchPage('/', { host })
      // The adapter of the server rejects what is not a host.
      expect(status).toBe(host.includes('@') ? 400 : 421)
      expect(body).not.toContain('analyst')
    },
  )

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('rejects %s', async (method) => {
    const { status, headers } = await fetchPage('/', { method })
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
  })

  it('sends the head of a page without its content', async () => {
    const { status, headers, body } = await fetchPage('/', { method: 'HEAD' })
    expect([status, body]).toEqual([200, ''])
    expect(Number(headers['content-length'])).toBeGreaterThan(500)
  })

  it.each(['/nothing', '/board.css/..%2f..%2fpackage.json', '//', '/assets/board.css'])(
    'has no page %s',
    async (path) => {
      expect((await fetchPage(path)).status).toBe(404)
    },
  )

  it('answers 404 for an artifact that is not on the board, with a page', async () => {
    const { status, headers, body } = await fetchPage('/artifact?path=no.json')
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(body).toContain('There is no artifact at this path')
  })

  it('names the project and the number of problems in the title and the heading', async () => {
    write('.workbench/blackboard/w1/reviewer.json', example('review.v1', { verdict: 'block', unknown: 1 }))
    const { body } = await fetchPage('/')
    expect(body).toContain(`<title>1 invalid - Blackboard - ${basename(root)}</title>`)
    expect(body).toMatch(new RegExp(`<h1>\\s*Blackboard of ${basename(root)} <small class="bad">1 invalid`))
    rmSync(join(root, '.workbench/blackboard/w1/reviewer.json'))
  })

  it('does not read files that are not on the board, nor links that leave the project', async () => {
    const outside = createProject({ 'secret.json': { schema: 'risk.v1', status: 'a secret' } })
    symlinkSync(join(outside.root, 'secret.json'), join(root, '.workbench/blackboard/w1/link.json'))
    const paths = [
      '../../../../etc/passwd',
      '.git/HEAD',
      join(outside.root, 'secret.json'),
      '.workbench/blackboard/w1/link.json',
    ]
    expect((await fetchPage('/')).body).toContain('the path leads outside the project')
    expect((await fetchPage('/')).body).not.toContain('a secret')
    for (const path of paths) {
      const { body } = await fetchPage(`/artifact?path=${encodeURIComponent(path)}`)
      expect(body).not.toMatch(/a secret|refs\/heads|root:/)
    }
  })
})
