import {
  escapeText,
  formatViolations,
  SchemaError,
  UnknownContractError,
  type Violation,
} from '@workbench/contracts'
import { describeFsError, stringifyEscaped } from '@workbench/contracts/internal'
import { type Advice, ConflictError, InvalidArtifactError } from '@workbench/workspace'

/** Result of a tool: the same information as data and as text. */
export interface ToolResult {
  readonly content: { type: 'text'; text: string }[]
  readonly structuredContent: Record<string, unknown>
  readonly isError?: boolean
  readonly [extension: string]: unknown
}

/** @param advice on a valid artifact; each is a line of the text, too */
export function success(
  members: Record<string, unknown>,
  text: string,
  advice: readonly Advice[] = [],
): ToolResult {
  const lines = advice.map(({ path, message }) => escapeText(`Advice: ${path}: ${message}`))
  return {
    content: [{ type: 'text', text: [text, ...lines].join('\n') }],
    structuredContent: { ...members, ...(advice.length > 0 && { advice }) },
  }
}

/**
 * Lists violations below a heading.
 * @param more the number of violations that are not listed, at least
 * @param members other members of the result, before the violations
 */
export const listed = (
  heading: string,
  violations: readonly Violation[],
  more = 0,
  members = {},
): ToolResult =>
  success(
    { ...members, violations, ...(more > 0 && { truncated: true, more }) },
    `${heading}\n${formatViolations(violations, { more })}`,
  )

/** The call was rejected because of violations that the agent can fix. Nothing was written. */
export const rejected = (violations: readonly Violation[], more = 0): ToolResult => ({
  ...listed('The call was rejected. Fix these violations and call the tool again:', violations, more),
  isError: true,
})

/** Converts an error: to a violation if the agent can fix it, else to a message. */
export function toErrorResult(error: unknown): ToolResult {
  if (error instanceof InvalidArtifactError) return rejected(error.violations, error.more)
  if (error instanceof UnknownContractError) return unknownContract(error)
  if (error instanceof ConflictError) return rejected([error.violation])
  const reason =
    error instanceof SchemaError ? `the contract is broken: ${error.message}` : describeFsError(error)
  return { ...success({ violations: [] }, `The tool failed: ${reason}`), isError: true }
}

const unknownContract = ({ message, id, known, suggestion }: UnknownContractError): ToolResult =>
  rejected([
    {
      path: '/schema',
      keyword: 'enum',
      message,
      expected: known,
      received: id.slice(0, 80),
      ...(suggestion !== undefined && { suggestion }),
    },
  ])

/** The maximum size of a result in bytes. The response adds a few hundred. */
const MAX_RESULT_BYTES = 250_000
/** The maximum size of its text. */
const MAX_TEXT_BYTES = 100_000

/** Limits the size of a result. The items of lists that do not fit are counted; other members that do not fit are left out. */
export function boundResult(result: ToolResult): ToolResult {
  const content = result.content.map(({ type, text }) => ({ type, text: boundText(text) }))
  let free = MAX_RESULT_BYTES - sizeOf(content)
  let rest = 0
  const fits = (value: unknown): boolean => {
    const size = sizeOf(value)
    if (size > free) return false
    free -= size
    return true
  }
  const isList = (entry: readonly unknown[]): number => Number(Array.isArray(entry[1]))
  const members = Object.entries(result.structuredContent).sort((a, b) => isList(a) - isList(b))
  const bounded = members.flatMap(([name, value]) => {
    if (!Array.isArray(value)) return fits({ [name]: value }) ? [[name, value] as const] : []
    const items = value.filter(fits) as unknown[]
    rest += value.length - items.length
    return [[name, items] as const]
  })
  const more = Number(result.structuredContent['more'] ?? 0) + rest
  const structuredContent = {
    ...Object.fromEntries(bounded),
    ...(rest > 0 && { truncated: true, more }),
  }
  return { ...result, content, structuredContent }
}

/** Each line is escaped: text from files and arguments is escaped where it is inserted, and this covers the rest. */
function boundText(text: string): string {
  const escaped = text.split('\n').map(escapeText).join('\n')
  let length = escaped.length
  while (sizeOf(escaped.slice(0, length)) > MAX_TEXT_BYTES) length = Math.floor(length * 0.9)
  return length < escaped.length ? `${escaped.slice(0, length)}… (shortened)` : escaped
}

/** With the comma after it. */
const sizeOf = (value: unknown): number => Buffer.byteLength(stringifyEscaped(value)) + 1
