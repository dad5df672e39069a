import { createOpenAI } from '@ai-sdk/openai-6'
import { generateArtifact } from '@workbench/structured-output'
import { generateText, jsonSchema, Output } from 'ai-6'

import { messagesOf, options, type Recipe } from '../../recipe.ts'

export const recipe: Recipe = (contract, baseURL) => {
  const model = createOpenAI({ baseURL, apiKey: 'none' })('gpt-5')
  return generateArtifact(
    contract,
    async ({ schema, feedback, previous, signal }) => {
      const { text } = await generateText({
        model,
        messages: messagesOf(previous, feedback),
        output: Output.object({ schema: jsonSchema(schema) }),
        ...(signal && { abortSignal: signal }),
      })
      return text
    },
    { ...options, target: 'openai-strict' },
  )
}
