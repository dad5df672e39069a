import { agentProgramCommand } from './agent-program-command.ts'

export const command = agentProgramCommand(
  'mcp',
  'Run the agent tools: an MCP server on standard input and output',
)
