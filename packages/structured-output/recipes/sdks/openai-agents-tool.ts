import { Agent, OpenAIProvider, Runner, tool } from '@openai/agents'
import { formatViolations } from '@workbench/contracts'
import { fromModelOutput, toModelSchema } from '@workbench/structured-output'

import { options, type Recipe } from '../recipe.ts'

export const recipe: Recipe = async (contract, baseURL) => {
  let artifact: unknown
  let attempts = 0
  const write = tool({
    name: 'write_artifact',
    description: `Writes the ${contract.id}.`,
    parameters: toModelSchema(contract, { ...options, target: 'openai-strict' }),
    strict: true,
    execute: (input) => {
      attempts++
      const written = fromModelOutput(contract, input, options)
      // Not an exception: its message would not reach the model.
      if (!written.verdict.valid) return `Rejected:\n${formatViolations(written.verdict.violations)}`
      artifact = written.artifact
      return 'Accepted.'
    },
  })
  const runner = new Runner({
    modelProvider: new OpenAIProvider({ baseURL, apiKey: 'none' }),
    tracingDisabled: true,
  })
  await runner.run(new Agent({ name: 'reviewer', tools: [write] }), 'Review the retries of orders.')
  return { artifact, attempts }
}
