import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import OpenAI from 'openai'

/** Lets a model call the tools of an MCP server until it writes text. Returns the number of calls. */
export async function callToolsOf(server: Server, baseURL: string): Promise<number> {
  const [clientTransport, serverTransport] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'agent', version: '1.0.0' })
  await Promise.all([server.connect(serverTransport), client.connect(clientTransport)])
  const { tools } = await client.listTools()
  const openai = new OpenAI({ baseURL, apiKey: 'none' })
  const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'Review the retries of orders.' }]
  for (let calls = 0; ; calls++) {
    const response = await openai.responses.create({
      model: 'gpt-5',
      input,
      tools: tools.map(({ name, inputSchema }) => ({
        type: 'function',
        name,
        strict: true,
        parameters: inputSchema,
      })),
    })
    const call = response.output.find((item) => item.type === 'function_call')
    if (!call) return calls
    const result = await client.callTool({
      name: call.name,
      arguments: JSON.parse(call.arguments) as Record<string, unknown>,
    })
    input.push(call, {
      type: 'function_call_output',
      call_id: call.call_id,
      output: JSON.stringify(result.content),
    })
  }
}
