import { McpServer } from '@modelcontextprotocol/server'

import manifest from '../package.json' with { type: 'json' }
import { validateArguments } from './validate-arguments.ts'
import { toErrorResult, rejected, type ToolResult } from './tool-result.ts'
import { blackboardWrite } from './tools/blackboard-write.ts'
import { contractValidate } from './tools/contract-validate.ts'
import { memoryWrite } from './tools/memory-write.ts'
import type { ToolContext, Tool } from './tools/tool.ts'
import { uncheckedSchema } from './unchecked-schema.ts'

const tools: readonly Tool[] = [contractValidate, blackboardWrite, memoryWrite]

/** Creates an MCP server with the agent tools. Each call opens the contracts again, so a new contract file works at once. */
export function makeServer(context: ToolContext): McpServer {
  const server = new McpServer({ name: 'workbench', version: manifest.version })
  for (const tool of tools) {
    const { name, title, description, annotations } = tool
    server.registerTool(
      name,
      {
        title,
        description,
        annotations,
        // The arguments are validated in callTool(), so that the agent receives violations and not an error of the SDK.
        inputSchema: uncheckedSchema(tool.inputSchema),
        outputSchema: uncheckedSchema(tool.outputSchema),
      },
      (args) => callTool(tool, args, context),
    )
  }
  return server
}

function callTool(tool: Tool, args: unknown, context: ToolContext): ToolResult {
  try {
    const violations = validateArguments(tool, args)
    return violations.length > 0 ? rejected(violations) : tool.call(args as never, context)
  } catch (error) {
    return toErrorResult(error)
  }
}
