import Anthropic from '@anthropic-ai/sdk'
import { jsonSchemaOutputFormat } from '@anthropic-ai/sdk/helpers/json-schema'
import { generateArtifact } from '@workbench/structured-output'

import { messagesOf, options, type Recipe } from '../recipe.ts'

export const recipe: Recipe = (contract, baseURL) => {
  const client = new Anthropic({ baseURL, apiKey: 'none' })
  return generateArtifact(
    contract,
    async ({ schema, feedback, previous, signal }) => {
      const message = await client.messages.create(
        {
          model: 'claude-sonnet-4-6',
          max_tokens: 4096,
          messages: messagesOf(previous, feedback),
          output_config: { format: jsonSchemaOutputFormat(schema as never) },
        },
        { signal },
      )
      return message.content.map((block) => (block.type === 'text' ? block.text : '')).join('')
    },
    { ...options, target: 'anthropic' },
  )
}
