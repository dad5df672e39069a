import {
  describeFsError,
  formatViolations,
  SchemaError,
  UnknownContractError,
  type Violation,
} from '@workbench/contracts'
import { ConflictError, InvalidArtifactError } from '@workbench/workspace'

/** Result of a tool: the same information as data and as text. */
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

/** The call was rejected because of violations that the agent can fix. Nothing was written. */
export const rejected = (violations: readonly Violation[]): ToolResult => ({
  ...success(
    { violations },
    `The call was rejected. Fix these violations and call the tool again:\n${formatViolations(violations)}`,
  ),
  isError: true,
})

/** Converts an error: to a violation if the agent can fix it, else to a message. */
export function toErrorResult(error: unknown): ToolResult {
  if (error instanceof InvalidArtifactError) return rejected(error.violations)
  const violation = toViolation(error)
  if (violation) return rejected([violation])
  const reason =
    error instanceof SchemaError ? `the contract is broken: ${error.message}` : describeFsError(error)
  return { ...success({ violations: [] }, `The tool failed: ${reason}`), isError: true }
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
