import {
  INVALID_REQUEST,
  type JSONRPCMessage,
  type JSONRPCRequest,
  isJSONRPCRequest,
  PARSE_ERROR,
  parseJSONRPCMessage,
} from '@modelcontextprotocol/server'
import { findParseLosses, type ParseLosses } from '@workbench/contracts'

/** The id of a request, or null if it is not known. */
export type ResponseId = string | number | null

/** What readMessage() found in a line. */
type ReadResult =
  | { readonly message: JSONRPCMessage; readonly losses?: ParseLosses }
  | Rejection
  /** A malformed response. It is not answered, because the peer could answer the error with an error. */
  | { readonly ignored: string }

/** A line that is not a message, and the error with which it is answered. */
export interface Rejection {
  readonly id: ResponseId
  readonly code: number
  readonly problem: string
}

/** Deeper messages exceed the stack of functions that are recursive. No contract needs as much. */
const MAX_DEPTH = 1_000

/** In UTF-16 code units. A response repeats the id of its request. */
const MAX_ID_LENGTH = 256

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Reads a JSON-RPC message from a line that is not blank. */
export function readMessage(line: Uint8Array): ReadResult {
  const text = decode(line)
  if (text === undefined) return parseError('Expected UTF-8 text')
  const value = parse(text)
  if (value instanceof SyntaxError) return parseError(`Expected JSON: ${value.message}`)
  if (Array.isArray(value))
    return invalid(null, 'Expected one message in each line; batches are not supported')
  const id = responseId(value)
  if (isDeeperThan(MAX_DEPTH, value))
    return invalid(id, `Expected at most ${MAX_DEPTH} levels of nesting; received more`)
  if (hasLongId(value)) return invalid(null, `Expected an id of at most ${MAX_ID_LENGTH} characters`)
  const message = toMessage(value)
  if (message) return isToolCall(message) ? withLosses(message, text, value) : { message }
  return isResponse(value)
    ? { ignored: 'Received a malformed response' }
    : invalid(id, 'Expected a JSON-RPC 2.0 request or notification')
}

/** The id for the response to a value that may not be a request. */
export function responseId(value: unknown): ResponseId {
  const id = memberOf(value, 'id')
  return typeof id === 'number' || (typeof id === 'string' && id.length <= MAX_ID_LENGTH) ? id : null
}

export const invalid = (id: ResponseId, problem: string): Rejection => ({
  id,
  code: INVALID_REQUEST,
  problem,
})

const parseError = (problem: string): Rejection => ({ id: null, code: PARSE_ERROR, problem })

/** Path of the arguments of a call in its message. */
const ARGUMENTS = '/params/arguments'

/** The arguments of a tool must be what the client has sent, and the tool reports what is not. */
function withLosses(message: JSONRPCRequest, text: string, value: unknown): ReadResult {
  const { violations, more } = findParseLosses(text, value)
  const outside = violations.find(({ path }) => !path.startsWith(`${ARGUMENTS}/`))
  if (outside) return invalid(message.id, `${outside.path}: ${outside.message}`)
  const inArguments = violations.map((violation) => ({
    ...violation,
    path: violation.path.slice(ARGUMENTS.length),
  }))
  return { message, losses: { violations: inArguments, more } }
}

const isToolCall = (message: JSONRPCMessage): message is JSONRPCRequest =>
  isJSONRPCRequest(message) && message.method === 'tools/call'

function decode(line: Uint8Array): string | undefined {
  try {
    return utf8.decode(line)
  } catch {
    return undefined
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    return error
  }
}

function toMessage(value: unknown): JSONRPCMessage | undefined {
  try {
    return parseJSONRPCMessage(value)
  } catch {
    return undefined
  }
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined

function hasLongId(value: unknown): boolean {
  const id = memberOf(value, 'id')
  return typeof id === 'string' && id.length > MAX_ID_LENGTH
}

const isResponse = (value: unknown): boolean =>
  memberOf(value, 'method') === undefined &&
  (memberOf(value, 'result') !== undefined || memberOf(value, 'error') !== undefined)

/** Not recursive. */
function isDeeperThan(limit: number, value: unknown): boolean {
  const stack: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 0 }]
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue
    if (next.depth >= limit) return true
    for (const part of Object.values(next.value)) stack.push({ value: part, depth: next.depth + 1 })
  }
  return false
}
