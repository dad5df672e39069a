import type { ToolResult } from '../tool-result.ts'

/** What a tool may know of the world. */
export interface ToolContext {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly today: () => Date
}

/** An agent tool. Its schemas are in the supported subset of JSON Schema, and every member is described. */
export interface Tool<Arguments = never> {
  readonly name: string
  readonly title: string
  /** Tells an agent when to use the tool, and what it refuses. */
  readonly description: string
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly idempotentHint?: boolean
    readonly openWorldHint: false
  }
  readonly inputSchema: Readonly<Record<string, unknown>>
  readonly outputSchema: Readonly<Record<string, unknown>>
  /** Called with arguments that follow the input schema. What it throws becomes a tool error. */
  call(args: Arguments, context: ToolContext): ToolResult
}

/** Where violations are listed in a result. */
export const violationsSchema = {
  type: 'array',
  description:
    'What breaks the contract, in document order; each with path, keyword, message, expected and received.',
  items: { type: 'object' },
} as const
