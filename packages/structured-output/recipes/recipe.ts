import type { Contract } from '@workbench/contracts'

/**
 * Writes an artifact of a contract with the SDK of a model.
 * @param baseURL the address of the model's API
 */
export type Recipe = (
  contract: Contract<object>,
  baseURL: string,
) => Promise<{ readonly artifact: unknown; readonly attempts: number }>

/** What the model does not write: the contract gives `schema`, and the program knows who produced the artifact. */
export const options = { omit: ['schema', 'producedBy'], set: { producedBy: 'reviewer' } }

/** The conversation about an artifact, with the violations of the previous output. */
export const messagesOf = (previous: unknown, feedback: string | undefined) => [
  { role: 'user' as const, content: 'Review the retries of orders.' },
  ...(feedback === undefined
    ? []
    : [
        { role: 'assistant' as const, content: String(previous) },
        { role: 'user' as const, content: `Your output is invalid:\n${feedback}` },
      ]),
]
