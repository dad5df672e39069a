import type { ToolResult } from '../tool-result.ts'

/** What a tool reads from its environment. */
export interface ToolContext {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly today: () => Date
}

/** An agent tool. Its schemas use the supported subset of JSON Schema, and describe every member. */
export interface Tool<Arguments = never> {
  readonly name: string
  readonly title: string
  /** For the agent: when to use the tool, and what it rejects. */
  readonly description: string
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly idempotentHint?: boolean
    readonly openWorldHint: false
  }
  readonly inputSchema: Readonly<Record<string, unknown>>
  readonly outputSchema: Readonly<Record<string, unknown>>
  /** Called with arguments that are valid by the input schema. A thrown error becomes a tool error. */
  call(args: Arguments, context: ToolContext): ToolResult
}

/** Schema of the member `violations` of a result. */
export const violationsSchema = {
  type: 'array',
  description: 'All violations, in document order; each with path, keyword, message, expected and received.',
  items: { type: 'object' },
} as const
