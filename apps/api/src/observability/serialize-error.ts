/**
 * The members of an error that say what went wrong. The others are left out, for they hold what was sent: PostgreSQL's
 * `detail` a row, a parser's `body` the request, an address's `input` a password.
 */
const MEMBERS = [
  'code',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
  'syscall',
  'address',
  'port',
]

/** How deep causes are followed; one may lead back to itself. */
const MAX_DEPTH = 5

/** An error as the log shows it. */
export function serializeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return String(error)
  const known = MEMBERS.flatMap((name) => {
    const value = (error as unknown as Record<string, unknown>)[name]
    return typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : []
  })
  const deeper = depth < MAX_DEPTH
  return {
    type: error.constructor.name,
    message: error.message,
    stack: error.stack,
    ...Object.fromEntries(known),
    ...(deeper && error.cause !== undefined && { cause: serializeError(error.cause, depth + 1) }),
    ...(deeper &&
      error instanceof AggregateError && { errors: error.errors.map((e) => serializeError(e, depth + 1)) }),
  }
}
