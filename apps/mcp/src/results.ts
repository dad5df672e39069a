import {
  formatViolations,
  describeFsError,
  SchemaError,
  UnknownContractError,
  type Violation,
} from '@workbench/contracts'
import { ArtifactRefused, Conflict } from '@workbench/workspace'

/** What a tool answers: the same as data and as text. */
export interface ToolResult {
  readonly content: { type: 'text'; text: string }[]
  readonly structuredContent: Record<string, unknown>
  readonly isError?: boolean
  readonly [extension: string]: unknown
}

export const answered = (structuredContent: Record<string, unknown>, text: string): ToolResult => ({
  content: [{ type: 'text', text }],
  structuredContent,
})

/** A call that was refused for what an agent can mend: nothing was done. */
export const refused = (violations: readonly Violation[]): ToolResult => ({
  ...answered(
    { violations },
    `The call was refused. Mend this and call again:\n${formatViolations(violations)}`,
  ),
  isError: true,
})

/** A call that ended with an error: as a violation where the agent can mend it, in words where it cannot. */
export function failed(error: unknown): ToolResult {
  if (error instanceof ArtifactRefused) return refused(error.violations)
  const violation = asViolation(error)
  if (violation) return refused([violation])
  const reason =
    error instanceof SchemaError ? `the contract cannot be used: ${error.message}` : describeFsError(error)
  return { ...answered({ violations: [] }, `Could not run: ${reason}`), isError: true }
}

function asViolation(error: unknown): Violation | undefined {
  if (error instanceof UnknownContractError) {
    return {
      path: '/schema',
      keyword: 'enum',
      message: error.message,
      expected: error.known,
      received: error.id,
    }
  }
  if (error instanceof Conflict)
    return { path: '/replace', keyword: 'const', message: error.message, expected: true }
  return undefined
}
