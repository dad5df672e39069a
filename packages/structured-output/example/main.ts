import { findingV1 } from '@workbench/contracts/builtin'
import { generateArtifact } from '@workbench/structured-output'

import { startScriptedModel } from './scripted-model/scripted-model.ts'

/* Writes a finding with a scripted model, whose first output is broken. `pnpm --filter @workbench/structured-output example` runs it; it needs no account. */

const broken = { id: 'F-1', severity: 'severe', title: 'A retry creates a second order', confidence: 'high' }
const complete = {
  ...broken,
  severity: 'high',
  summary: 'The idempotency key of a request is not stored.',
  failureScenario: 'A client retries after a timeout, and the customer pays twice.',
}
const model = await startScriptedModel((body) =>
  JSON.stringify(body.includes('failureScenario\\" is missing') ? complete : broken),
)

const { artifact, attempts } = await generateArtifact(
  findingV1,
  async ({ schema, feedback, previous }) => {
    const messages = [
      { role: 'user', content: 'Review the retries of orders.' },
      ...(feedback === undefined
        ? []
        : [
            { role: 'assistant', content: previous },
            { role: 'user', content: `Your output is invalid:\n${feedback}` },
          ]),
    ]
    const response = await fetch(`${model.url}/v1/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({
        messages,
        response_format: { type: 'json_schema', json_schema: { name: 'finding', strict: true, schema } },
      }),
    })
    const { choices } = (await response.json()) as { choices: [{ message: { content: string } }] }
    return choices[0].message.content
  },
  {
    omit: ['schema', 'producedBy'],
    set: { producedBy: 'reviewer' },
    target: 'openai-strict',
    onAttempt: ({ attempt, verdict }) => console.log(`attempt ${attempt}:`, verdict),
  },
)
console.log(`valid after ${attempts} attempts:`, artifact)
model.close()
