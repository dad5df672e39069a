import Anthropic from '@anthropic-ai/sdk'
import { generateArtifact } from '@workbench/structured-output'

import { options, type Recipe } from '../recipe.ts'

export const recipe: Recipe = (contract, baseURL) => {
  const client = new Anthropic({ baseURL, apiKey: 'none' })
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Review the retries of orders.' }]
  return generateArtifact(
    contract,
    async ({ schema, feedback, signal }) => {
      if (feedback !== undefined) messages.push(toolResult(messages, feedback))
      const tool = { name: 'write_artifact', strict: true, input_schema: schema }
      const { content } = await client.messages.create(
        {
          model: 'claude-sonnet-4-6',
          max_tokens: 4096,
          messages,
          tools: [tool],
          tool_choice: { type: 'tool', name: tool.name },
        },
        { signal },
      )
      messages.push({ role: 'assistant', content })
      return content.find((block) => block.type === 'tool_use')?.input
    },
    { ...options, target: 'anthropic' },
  )
}

/** The violations, as the result of the last call. */
function toolResult(messages: readonly Anthropic.MessageParam[], feedback: string): Anthropic.MessageParam {
  const blocks = messages.at(-1)?.content
  const call = Array.isArray(blocks) ? blocks.find((block) => block.type === 'tool_use') : undefined
  if (call?.type !== 'tool_use') return { role: 'user', content: feedback }
  return {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: call.id, is_error: true, content: feedback }],
  }
}
