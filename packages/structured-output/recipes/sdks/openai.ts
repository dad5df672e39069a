import { generateArtifact } from '@workbench/structured-output'
import OpenAI from 'openai'

import { messagesOf, options, type Recipe } from '../recipe.ts'

export const recipe: Recipe = (contract, baseURL) => {
  const client = new OpenAI({ baseURL, apiKey: 'none' })
  return generateArtifact(
    contract,
    async ({ schema, feedback, previous, signal }) => {
      const response = await client.responses.create(
        {
          model: 'gpt-5',
          input: messagesOf(previous, feedback),
          text: { format: { type: 'json_schema', name: 'artifact', strict: true, schema } },
        },
        { signal },
      )
      return response.output_text
    },
    { ...options, target: 'openai-strict' },
  )
}
