import { createOpenAI } from '@ai-sdk/openai'
import { generateArtifact } from '@workbench/structured-output'
import { generateText, jsonSchema, NoObjectGeneratedError, Output } from 'ai'

import { messagesOf, options, type Recipe } from '../recipe.ts'

export const recipe: Recipe = (contract, baseURL) => {
  const model = createOpenAI({ baseURL, apiKey: 'none' })('gpt-5')
  return generateArtifact(
    contract,
    async ({ schema, feedback, previous, signal }) => {
      try {
        const { text } = await generateText({
          model,
          messages: messagesOf(previous, feedback),
          output: Output.object({ schema: jsonSchema(schema) }),
          ...(signal && { abortSignal: signal }),
        })
        return text
      } catch (error) {
        // Text that is not JSON: the error contains it.
        if (NoObjectGeneratedError.isInstance(error) && error.text !== undefined) return error.text
        throw error
      }
    },
    { ...options, target: 'openai-strict' },
  )
}
