import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { type Contract, formatViolations } from '@workbench/contracts'
import { fromModelOutput, toModelSchema } from '@workbench/structured-output'

import { callToolsOf } from '../mcp-client.ts'
import { options, type Recipe } from '../recipe.ts'

/** A server with one tool, which writes an artifact. An invalid one is an error of the tool with the violations. */
function createServer(contract: Contract<object>, write: (artifact: object) => void): Server {
  const server = new Server({ name: 'artifacts', version: '1.0.0' }, { capabilities: { tools: {} } })
  const tool = {
    name: 'write_artifact',
    description: `Writes the ${contract.id}.`,
    inputSchema: toModelSchema(contract, { ...options, target: 'openai-strict' }),
  }
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [tool] }))
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const { verdict, artifact } = fromModelOutput(contract, params.arguments, options)
    if (!verdict.valid)
      return { isError: true, content: [{ type: 'text', text: formatViolations(verdict.violations) }] }
    write(artifact as object)
    return { content: [{ type: 'text', text: 'Accepted.' }] }
  })
  return server
}

export const recipe: Recipe = async (contract, baseURL) => {
  let artifact: unknown
  const server = createServer(contract, (written) => {
    artifact = written
  })
  return { attempts: await callToolsOf(server, baseURL), artifact }
}
