import { createOpenAI } from '@ai-sdk/openai-6'
import { formatViolations } from '@workbench/contracts'
import { fromModelOutput, toModelSchema } from '@workbench/structured-output'
import { generateText, stepCountIs, jsonSchema, tool } from 'ai-6'

import { options, type Recipe } from '../../recipe.ts'

export const recipe: Recipe = async (contract, baseURL) => {
  let artifact: unknown
  let attempts = 0
  const write = tool({
    description: `Writes the ${contract.id}.`,
    inputSchema: jsonSchema(toModelSchema(contract, { ...options, target: 'openai-strict' })),
    strict: true,
    execute: (input) => {
      attempts++
      const written = fromModelOutput(contract, input, options)
      if (!written.verdict.valid) return `Rejected:\n${formatViolations(written.verdict.violations)}`
      artifact = written.artifact
      return 'Accepted.'
    },
  })
  await generateText({
    model: createOpenAI({ baseURL, apiKey: 'none' })('gpt-5'),
    prompt: 'Review the retries of orders.',
    tools: { write },
    stopWhen: stepCountIs(4),
  })
  return { artifact, attempts }
}
