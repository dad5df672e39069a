import { McpServer } from '@modelcontextprotocol/server'

import manifest from '../package.json' with { type: 'json' }
import { judgeArguments } from './arguments.ts'
import { failed, refused, type ToolResult } from './results.ts'
import { blackboardWrite } from './tools/blackboard-write.ts'
import { contractValidate } from './tools/contract-validate.ts'
import { memoryWrite } from './tools/memory-write.ts'
import type { Surroundings, Tool } from './tools/tool.ts'
import { unchecked } from './unchecked-schema.ts'

/** The tools that agents have. */
const tools: readonly Tool[] = [contractValidate, blackboardWrite, memoryWrite]

/** An MCP server with the agent tools. Contracts are looked up at each call, so that a new one is known at once. */
export function makeServer(surroundings: Surroundings): McpServer {
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
        inputSchema: unchecked(tool.inputSchema),
        outputSchema: unchecked(tool.outputSchema),
      },
      (args) => call(tool, args, surroundings),
    )
  }
  return server
}

function call(tool: Tool, args: unknown, surroundings: Surroundings): ToolResult {
  try {
    const violations = judgeArguments(tool, args)
    return violations.length > 0 ? refused(violations) : tool.call(args as never, surroundings)
  } catch (error) {
    return failed(error)
  }
}
