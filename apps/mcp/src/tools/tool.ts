import type { Contracts } from '@workbench/contracts'
import type { WorkingArea } from '@workbench/workspace'

import type { ToolResult } from '../tool-result.ts'

/** What the server reads from its environment. */
export interface ServerContext {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Current directory of the process. */
  readonly cwd: string
  /** The folder of the program. */
  readonly programFolder: string
  readonly today: () => Date
}

/** What a tool gets for one call. */
interface CallContext {
  /** As 2026-01-31. */
  readonly today: string
  /** That of the project. */
  readonly area: WorkingArea
  readonly contracts: Contracts
  /** The folders that the client announces. */
  readonly clientRoots: readonly string[]
  /** The digests of the artifacts that this session has sent. The call adds to it. */
  readonly own: Set<string>
}

/** Schemas of the members of an object, each with a description, in the supported subset of JSON Schema. */
export type Members = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** An agent tool. `Arguments` are those that its schemas accept. */
interface ToolDefinition<Arguments> {
  readonly name: string
  readonly title: string
  /** For the agent: when to use the tool, and what it rejects. */
  readonly description: string
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint?: boolean
    readonly idempotentHint?: boolean
  }
  /** The names of the arguments that a call must have. */
  readonly required?: readonly (keyof Arguments & string)[]
  /** The schema of each argument; a call may have no others. */
  readonly input: { readonly [Name in keyof Required<Arguments>]: Members[string] }
  /** Called with arguments that are valid by the schemas. A thrown error becomes a tool error. */
  call(args: Arguments, context: CallContext): ToolResult
}

/** A tool for a server, which validates the arguments by its schemas. */
export interface Tool extends Omit<ToolDefinition<Record<string, unknown>>, 'call'> {
  call(args: unknown, context: CallContext): ToolResult
}

/** Defines a tool. A name in `Arguments` without a schema, or the reverse, does not compile. */
export const defineTool = <Arguments>(definition: ToolDefinition<Arguments>): Tool => ({
  ...definition,
  call: (args, context) => definition.call(args as Arguments, context),
})
