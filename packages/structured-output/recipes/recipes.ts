/** The files in sdks/, and what they show. */
export const RECIPES: Readonly<Record<string, string>> = {
  'ai-sdk-object': 'AI SDK, `generateText` with `Output.object`',
  'ai-sdk-repair': 'AI SDK, `generateObject` with `repairText`',
  'ai-sdk-tool': 'AI SDK, tool',
  openai: 'OpenAI, `responses.create`',
  'anthropic-output': 'Anthropic, `output_config`',
  'anthropic-tool': 'Anthropic, tool',
  'openai-agents-output': 'OpenAI Agents, `outputType`',
  'openai-agents-tool': 'OpenAI Agents, tool',
  langchain: 'LangChain, `withStructuredOutput`',
  mastra: 'Mastra, `structuredOutput`',
  'mcp-server': 'MCP server',
}
