import { createOpenAI } from '@ai-sdk/openai-6'
import { formatViolations } from '@workbench/contracts'
import { fromModelOutput, generateArtifact, toModelSchema } from '@workbench/structured-output'
import { generateObject, generateText, jsonSchema } from 'ai-6'

import { options, type Recipe } from '../../recipe.ts'

/** `experimental_repairText` of generateObject() is called with an output that `validate` rejects. */
export const recipe: Recipe = async (contract, baseURL) => {
  const model = createOpenAI({ baseURL, apiKey: 'none' })('gpt-5')
  const modelSchema = toModelSchema(contract, { ...options, target: 'openai-strict' })
  let attempts = 1
  const { object } = await generateObject({
    model,
    prompt: 'Review the retries of orders.',
    schema: jsonSchema(modelSchema, {
      validate: (value) => {
        const { verdict, artifact } = fromModelOutput(contract, value, options)
        return verdict.valid
          ? { success: true, value: artifact }
          : { success: false, error: new Error(formatViolations(verdict.violations)) }
      },
    }),
    experimental_repairText: async ({ text, error }) => {
      attempts++
      const prompt = `This output is invalid:\n${text}\n\n${String(error.cause)}\n\nWrite all of it again.`
      return (await generateText({ model, prompt })).text
    },
  })
  return { artifact: object, attempts }
}
