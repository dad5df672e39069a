import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { Client, type ClientOptions } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js'

import { temporaryFolder } from '@workbench/test-support/temporary-folder'
import {
  type CallResult,
  connect,
  example,
  parameters,
  projectWith,
  type Session,
  textOf,
  violationKeysOf,
} from '../server.ts'

const SECRET = 'root:$6$secret-of-another-user'

/** A contract with a message that repeats a value. */
const leak = JSON.stringify({ type: 'object', properties: { password: { const: 'x' } } })

/** A folder outside of the project, with a secret. */
const outside = temporaryFolder()
writeFileSync(join(outside, 'secret.json'), JSON.stringify({ password: SECRET }))
writeFileSync(join(outside, 'secret.txt'), SECRET)

const root = projectWith({
  'a.json': example('valid/finding.v1.json'),
  'own.json': JSON.stringify({ password: SECRET }),
  'plugins/workbench-core/schemas/leak.v1.schema.json': leak,
})
mkdirSync(join(root, 'folder'))
const links = {
  'link.json': join(outside, 'secret.json'),
  'relative.json': `../${outside.split('/').at(-1) ?? ''}/secret.json`,
  'missing.json': join(outside, 'missing.json'),
  'folder/link': outside,
  proc: '/proc/self',
  'chain.json': 'link.json',
  'loop-outside.json': join(outside, 'loop.json'),
  'inside.json': 'folder/../own.json',
}
for (const [name, target] of Object.entries(links)) symlinkSync(target, join(root, name))
symlinkSync('loop.json', join(outside, 'loop.json'))

describe('contract_validate rejects, with the same answer whether or not the file exists,', () => {
  let session: Session

  beforeAll(async () => {
    session = await connect({ cwd: root })
  })
  afterAll(() => session.close())

  it.each([
    ['an absolute path', join(outside, 'secret.json')],
    ['an absolute path of a file that does not exist', join(outside, 'nothing.json')],
    ['an absolute path in a folder that does not exist', '/nowhere/nothing.json'],
    ['a folder outside', outside],
    ['a path through the parent', `../${outside.split('/').at(-1) ?? ''}/secret.json`],
    [
      'a path through a folder and its parents',
      `folder/../../${outside.split('/').at(-1) ?? ''}/secret.json`,
    ],
    ['/etc/shadow', '/etc/shadow'],
    ['the root of the file system', '/'],
    ['the environment of the server', '/proc/self/environ'],
    ['a descriptor of the server', '/proc/self/fd/0'],
    ['the root through /proc', '/proc/self/root/etc/passwd'],
    ['the environment through a link', 'proc/environ'],
    ['a link', 'link.json'],
    ['a relative link', 'relative.json'],
    ['a link to a file that does not exist', 'missing.json'],
    ['a link to a link', 'chain.json'],
    ['a link to a link to itself', 'loop-outside.json'],
    ['a file in a linked folder', 'folder/link/secret.json'],
    ['a missing file in a linked folder', 'folder/link/nothing.json'],
    ['a folder whose name starts with that of the project', `${root}-other/a.json`],
  ])('%s', async (_, path) => {
    const result = await session.call('contract_validate', { schema: 'leak.v1', path })
    expect(result.isError).toBe(true)
    expect(result.structuredContent).toEqual({
      violations: [
        {
          path: '/path',
          keyword: 'path',
          message: 'Cannot read the file: the path leads outside the project',
          received: path.slice(0, 60),
        },
      ],
    })
    expect(JSON.stringify(result)).not.toContain('secret-of')
  })

  it.each([
    'own.json',
    'inside.json',
    join(root, 'own.json'),
    '/proc/self/cwd/own.json',
    'proc/cwd/own.json',
  ])('but not a file of the project: %s', async (path) => {
    const result = await session.call('contract_validate', { schema: 'leak.v1', path })
    expect(violationKeysOf(result)).toEqual(['/password const'])
  })

  it('but says that a path of more than 4096 characters is too long', async () => {
    const path = 'a/'.repeat(1_000_000)
    const result = await session.call('contract_validate', { schema: 'leak.v1', path })
    expect(violationKeysOf(result)).toEqual(['/path maxLength'])
  })
})

interface RootsSession {
  /** The folders that the client announces from now on; 'error' if it fails to list them. */
  announce: (folders: readonly string[] | 'error') => void
  call: (path: string) => Promise<CallResult>
  close: () => Promise<void>
}

const me = { name: 'tests', version: '1.0.0' }
const capabilities = { roots: { listChanged: true } }

/** So that the folders of the client are not the project. */
const env = { WORKBENCH_ROOT: root }

/** What a client answers to roots/list. */
function announced() {
  let current: readonly string[] | 'error' = []
  return {
    announce: (folders: readonly string[] | 'error') => (current = folders),
    list: () => {
      if (current === 'error') throw new Error('no list')
      const uris = ['file://%', ...current.map((folder) => pathToFileURL(folder).href)]
      return { roots: uris.map((uri) => ({ uri })) }
    },
  }
}

const validatePath = (path: string) => ({ name: 'contract_validate', arguments: { schema: 'leak.v1', path } })

async function newerClient(options: ClientOptions): Promise<RootsSession> {
  const client = new Client(me, { ...options, capabilities })
  const { announce, list } = announced()
  client.setRequestHandler('roots/list', list)
  await client.connect(new StdioClientTransport(parameters({ cwd: root, env })))
  return {
    announce,
    call: async (path) => (await client.callTool(validatePath(path))) as unknown as CallResult,
    close: () => client.close(),
  }
}

async function olderClient(): Promise<RootsSession> {
  const client = new OlderClient(me, { capabilities })
  const { announce, list } = announced()
  client.setRequestHandler(ListRootsRequestSchema, list)
  await client.connect(new OlderTransport(parameters({ cwd: root, env })))
  return {
    announce: (folders) => {
      announce(folders)
      void client.sendRootsListChanged()
    },
    call: async (path) => (await client.callTool(validatePath(path))) as unknown as CallResult,
    close: () => client.close(),
  }
}

describe.each([
  ['1.x', olderClient],
  ['2.x', () => newerClient({})],
  [
    '2.x with the protocol of 2026',
    () => newerClient({ versionNegotiation: { mode: { pin: '2026-07-28' } } }),
  ],
])('contract_validate with the folders that client %s announces', (_, start) => {
  let session: RootsSession

  beforeAll(async () => {
    session = await start()
  })
  afterAll(() => session.close())

  it('reads a file in one of them, as long as it is announced, and no other file', async () => {
    const path = join(outside, 'secret.json')
    session.announce([])
    expect(textOf(await session.call(path))).toContain('outside the project')
    session.announce(['/nowhere', outside])
    expect(violationKeysOf(await session.call(path))).toEqual(['/password const'])
    expect(violationKeysOf(await session.call('link.json'))).toEqual(['/password const'])
    expect(textOf(await session.call('/etc/shadow'))).toContain('outside the project')
    session.announce([temporaryFolder()])
    expect(textOf(await session.call(path))).toContain('outside the project')
  })

  it('rejects files outside of the project if the client fails to list its folders', async () => {
    session.announce('error')
    const path = join(outside, 'secret.json')
    const failure = await session.call(path).catch((error: unknown) => String(error))
    expect(JSON.stringify(failure)).toMatch(/outside the project|no list/)
    expect(JSON.stringify(failure)).not.toContain('secret-of')
  })
})
