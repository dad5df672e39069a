import { Agent } from '@mastra/core/agent'
import { generateArtifact } from '@workbench/structured-output'

import { messagesOf, options, type Recipe } from '../recipe.ts'

export const recipe: Recipe = (contract, baseURL) => {
  const agent = new Agent({
    id: 'reviewer',
    name: 'reviewer',
    instructions: 'You review changes.',
    model: { id: 'openai/gpt-5', url: baseURL, apiKey: 'none' },
  })
  return generateArtifact(
    contract,
    async ({ schema, feedback, previous, signal }) => {
      const result = await agent.generate(messagesOf(previous, feedback), {
        // The default is an exception without the output.
        structuredOutput: { schema, errorStrategy: 'warn' },
        ...(signal && { abortSignal: signal }),
      })
      return result.text
    },
    { ...options, target: 'openai-strict' },
  )
}
