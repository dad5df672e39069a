import { McpServer } from '@modelcontextprotocol/server'

import manifest from '../package.json' with { type: 'json' }
import { validateArguments } from './validate-arguments.ts'
import { toErrorResult, rejected, type ToolResult } from './tool-result.ts'
import { blackboardWrite } from './tools/blackboard-write.ts'
import { contractValidate } from './tools/contract-validate.ts'
import { memoryWrite } from './tools/memory-write.ts'
import type { ToolContext, Tool } from './tools/tool.ts'
import { uncheckedSchema } from './unchecked-schema.ts'

/** The tools that agents have. */
const tools: readonly Tool[] = [contractValidate, blackboardWrite, memoryWrite]

/** An MCP server with the agent tools. Contracts are looked up at each call, so that a new one is known at once. */
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
        // The arguments are judged below, so that an agent gets violations and not the SDK's own words.
        inputSchema: uncheckedSchema(tool.inputSchema),
        outputSchema: uncheckedSchema(tool.outputSchema),
      },
      (args) => call(tool, args, context),
    )
  }
  return server
}

function call(tool: Tool, args: unknown, context: ToolContext): ToolResult {
  try {
    const violations = validateArguments(tool, args)
    return violations.length > 0 ? rejected(violations) : tool.call(args as never, context)
  } catch (error) {
    return toErrorResult(error)
  }
}
