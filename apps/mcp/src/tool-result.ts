import {
  formatViolations,
  describeFsError,
  SchemaError,
  UnknownContractError,
  type Violation,
} from '@workbench/contracts'
import { InvalidArtifactError, ConflictError } from '@workbench/workspace'

/** What a tool answers: the same as data and as text. */
export interface ToolResult {
  readonly content: { type: 'text'; text: string }[]
  readonly structuredContent: Record<string, unknown>
  readonly isError?: boolean
  readonly [extension: string]: unknown
}

export const success = (structuredContent: Record<string, unknown>, text: string): ToolResult => ({
  content: [{ type: 'text', text }],
  structuredContent,
})

/** A call that was refused for what an agent can mend: nothing was done. */
export const rejected = (violations: readonly Violation[]): ToolResult => ({
  ...success(
    { violations },
    `The call was refused. Mend this and call again:\n${formatViolations(violations)}`,
  ),
  isError: true,
})

/** A call that ended with an error: as a violation where the agent can mend it, in words where it cannot. */
export function toErrorResult(error: unknown): ToolResult {
  if (error instanceof InvalidArtifactError) return rejected(error.violations)
  const violation = toViolation(error)
  if (violation) return rejected([violation])
  const reason =
    error instanceof SchemaError ? `the contract cannot be used: ${error.message}` : describeFsError(error)
  return { ...success({ violations: [] }, `Could not run: ${reason}`), isError: true }
}

function toViolation(error: unknown): Violation | undefined {
  if (error instanceof UnknownContractError) {
    return {
      path: '/schema',
      keyword: 'enum',
      message: error.message,
      expected: error.known,
      received: error.id,
    }
  }
  if (error instanceof ConflictError)
    return { path: '/replace', keyword: 'const', message: error.message, expected: true }
  return undefined
}
