/** The files in sdks/, and what they show. */
export const RECIPES: Readonly<Record<string, string>> = {
  'ai-sdk-object': 'AI SDK 7, `generateText` with `Output.object`',
  'ai-sdk-repair': 'AI SDK 7, `generateObject` with `repairText`',
  'ai-sdk-tool': 'AI SDK 7, tool',
  'ai-sdk-6/object': 'AI SDK 6, `generateText` with `Output.object`',
  'ai-sdk-6/repair': 'AI SDK 6, `generateObject` with `experimental_repairText`',
  'ai-sdk-6/tool': 'AI SDK 6, tool',
  openai: 'OpenAI, `responses.create`',
  'anthropic-output': 'Anthropic, `output_config`',
  'anthropic-tool': 'Anthropic, tool',
  'openai-agents-output': 'OpenAI Agents, `outputType`',
  'openai-agents-tool': 'OpenAI Agents, tool',
  langchain: 'LangChain, `withStructuredOutput`',
  mastra: 'Mastra, `structuredOutput`',
  'mcp-server': 'MCP server',
}

/** Those that read text. SDKs parse the arguments of a tool themselves, and the client of LangChain all text. */
export const TEXT_RECIPES: ReadonlySet<string> = new Set([
  'ai-sdk-object',
  'ai-sdk-repair',
  'ai-sdk-6/object',
  'ai-sdk-6/repair',
  'openai',
  'anthropic-output',
  'openai-agents-output',
  'mastra',
])
