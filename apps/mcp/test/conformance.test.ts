import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js'

import { cancelled, connected, endOf } from './raw-client.ts'
import { example, parameters, projectWith } from './server.ts'

/*
 * The scenarios of the official conformance suite (@modelcontextprotocol/conformance) that apply to this server:
 * server-initialize, ping and tools-list. The others call tools, prompts and resources that only a test server has, or
 * test HTTP. The suite itself connects over HTTP and needs Node.js 22, so its checks are repeated here over stdio, with
 * what the specification says about versions and cancellation.
 */

const VERSIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']

const project = () => projectWith({ 'a.json': example('valid/finding.v1.json') })

describe('with the official client, the server', () => {
  const client = new Client({ name: 'conformance', version: '1.0.0' }, { capabilities: { roots: {} } })
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [] }))

  beforeAll(() => client.connect(new StdioClientTransport(parameters({ cwd: project() }))))
  afterAll(() => client.close())

  it('says its name, its version and what it has', () => {
    expect(client.getServerVersion()).toMatchObject({
      name: 'workbench',
      version: expect.any(String) as unknown,
    })
    expect(client.getServerCapabilities()?.tools).toBeDefined()
  })

  it('answers a ping with an empty result', async () => {
    expect(await client.ping()).toEqual({})
  })

  it('lists tools with a name of their own, a description, and a schema of an object', async () => {
    const { tools } = await client.listTools()
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length)
    for (const { description, inputSchema } of tools) {
      expect(description).toEqual(expect.any(String))
      expect(inputSchema.type).toBe('object')
    }
  })

  it('answers a call of an unknown tool with an error', async () => {
    const isError = client.callTool({ name: 'no_such_tool' }).then(
      (result) => result.isError === true,
      () => true,
    )
    expect(await isError).toBe(true)
  })
})

describe('the server', () => {
  it.each(VERSIONS)('accepts version %s of the protocol', async (version) => {
    const { server, ready, answersTo } = connected(project(), version)
    await ready
    expect(await answersTo()).toMatchObject([{ id: 'init', result: { protocolVersion: version } }])
    expect(await endOf(server)).toEqual({ status: 0, stderr: '' })
  })

  it('offers a version that it has if the client wants another one', async () => {
    const { server, ready, answersTo } = connected(project(), '1999-01-01')
    await ready
    const [{ result } = {}] = await answersTo()
    expect(VERSIONS).toContain((result as { readonly protocolVersion?: unknown }).protocolVersion)
    expect(await endOf(server)).toMatchObject({ status: 0 })
  })

  it('ignores the cancellation of a request that it does not know', async () => {
    const { server, ready, answersTo } = connected(project())
    await ready
    expect((await answersTo(cancelled(99))).filter(({ id }) => id !== 'init')).toEqual([])
    expect(await endOf(server)).toEqual({ status: 0, stderr: '' })
  })
})
