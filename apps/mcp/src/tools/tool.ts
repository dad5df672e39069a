import type { ToolResult } from '../tool-result.ts'

/** What a tool reads from its environment. */
export interface ToolContext {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly today: () => Date
}

/** What a tool also gets for one call. */
export interface CallContext extends ToolContext {
  /** The folders that the client announces; undefined if it announces some and was not requested yet. */
  readonly clientRoots: readonly string[] | undefined
}

/** The result of a tool that needs the folders of the client. It is called again with them. */
export const NEEDS_CLIENT_ROOTS = Symbol('needs client roots')

/** An agent tool. Its schemas use the supported subset of JSON Schema, and describe every member. */
export interface Tool<Arguments = never> {
  readonly name: string
  readonly title: string
  /** For the agent: when to use the tool, and what it rejects. */
  readonly description: string
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint?: boolean
    readonly idempotentHint?: boolean
    readonly openWorldHint: false
  }
  readonly inputSchema: Readonly<Record<string, unknown>>
  readonly outputSchema: Readonly<Record<string, unknown>>
  /** Called with arguments that are valid by the input schema. A thrown error becomes a tool error. */
  call(args: Arguments, context: CallContext): ToolResult | typeof NEEDS_CLIENT_ROOTS
}

/** Schema of the member `violations` of a result. */
const violationsSchema = {
  type: 'array',
  description: 'The violations, in document order; each with path, keyword, message, expected and received.',
  items: { type: 'object' },
} as const

/** Schemas of the members of a result that lists violations. */
export const violationMembers = {
  violations: violationsSchema,
  truncated: {
    type: 'boolean',
    description: 'True if there is more than is listed; absent otherwise.',
  },
  more: { type: 'integer', description: 'With truncated: how many more items there are, at least.' },
} as const
