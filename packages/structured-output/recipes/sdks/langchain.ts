import { ChatOpenAI } from '@langchain/openai'
import { generateArtifact } from '@workbench/structured-output'

import { messagesOf, options, type Recipe } from '../recipe.ts'

export const recipe: Recipe = (contract, baseURL) => {
  const model = new ChatOpenAI({ model: 'gpt-5', apiKey: 'none', configuration: { baseURL } })
  return generateArtifact(
    contract,
    async ({ schema, feedback, previous, signal }) => {
      const structured = model.withStructuredOutput(schema, {
        name: 'artifact',
        method: 'jsonSchema',
        strict: true,
        includeRaw: true,
      })
      const { raw } = await structured.invoke(messagesOf(previous, feedback), signal && { signal })
      return raw.text
    },
    { ...options, target: 'openai-strict' },
  )
}
