import { Agent, extractAllTextOutput, OpenAIProvider, Runner } from '@openai/agents'
import { generateArtifact } from '@workbench/structured-output'

import { messagesOf, options, type Recipe } from '../recipe.ts'

export const recipe: Recipe = (contract, baseURL) => {
  const runner = new Runner({
    modelProvider: new OpenAIProvider({ baseURL, apiKey: 'none' }),
    tracingDisabled: true,
  })
  return generateArtifact(
    contract,
    async ({ schema, feedback, previous, signal }) => {
      const agent = new Agent({
        name: 'reviewer',
        outputType: { type: 'json_schema', name: 'artifact', strict: true, schema },
      })
      const conversation = messagesOf(previous, feedback).map(({ role, content }) =>
        role === 'user'
          ? { role, content }
          : {
              role,
              status: 'completed' as const,
              content: [{ type: 'output_text' as const, text: content }],
            },
      )
      const { newItems } = await runner.run(agent, conversation, {
        // Text that is not JSON: the default is an exception without it.
        errorHandlers: { invalidFinalOutput: () => ({ finalOutput: {}, includeInHistory: false }) },
        ...(signal && { signal }),
      })
      return extractAllTextOutput(newItems)
    },
    { ...options, target: 'openai-strict' },
  )
}
