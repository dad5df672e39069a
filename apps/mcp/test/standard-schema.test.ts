import { Client } from '@modelcontextprotocol/client'
import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server'
import { openContracts } from '@workbench/contracts'

const review = openContracts().get('review.v1')

/** A client of a server with one tool, whose arguments and result are an artifact. */
async function connect(): Promise<Client> {
  const server = new McpServer({ name: 'server', version: '1' })
  server.registerTool('publish_review', { inputSchema: review, outputSchema: review }, (artifact) => ({
    content: [{ type: 'text', text: artifact.verdict }],
    structuredContent: { ...artifact },
  }))
  const client = new Client({ name: 'client', version: '1' })
  const [here, there] = InMemoryTransport.createLinkedPair()
  await Promise.all([server.connect(there), client.connect(here)])
  return client
}

describe('a contract that is passed to registerTool() of the MCP SDK', () => {
  let client: Client
  beforeAll(async () => {
    client = await connect()
  })
  afterAll(() => client.close())

  it('describes the arguments and the result of the tool', async () => {
    const { tools } = await client.listTools()
    expect(tools).toMatchObject([
      {
        inputSchema: { type: 'object', properties: { findings: { items: { $ref: '#/$defs/finding.v1' } } } },
        outputSchema: { type: 'object', $defs: { 'finding.v1': { title: 'Finding' } } },
      },
    ])
  })

  it('accepts a valid artifact', async () => {
    const args = review.example as Record<string, unknown>
    const result = await client.callTool({ name: 'publish_review', arguments: args })
    expect(result).toMatchObject({ structuredContent: args })
    expect(result.isError).not.toBe(true)
  })

  it('rejects an invalid one with the messages of the violations', async () => {
    const args = { ...(review.example as object), verdict: 'Pass' }
    const result = await client.callTool({ name: 'publish_review', arguments: args })
    expect(result.isError).toBe(true)
    expect(result.content).toMatchObject([
      { text: expect.stringContaining('did you mean "pass"?') as string },
    ])
  })
})
