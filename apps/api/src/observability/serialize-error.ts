/**
 * The properties of an error that are logged. Others may contain request data: `detail` of a PostgreSQL error contains a
 * row, `body` of a parser error the request body, `input` of a URL error a password.
 */
const LOGGED_PROPERTIES = 'code severity schema table column constraint routine syscall address port'.split(
  ' ',
)

/** Limits the chain of causes, which may be cyclic. */
const MAX_DEPTH = 5

/** Serializes an error for the log, with its causes. */
export function serializeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return String(error)
  const properties = LOGGED_PROPERTIES.flatMap((name) => {
    const value = (error as unknown as Record<string, unknown>)[name]
    return typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : []
  })
  const nested = depth < MAX_DEPTH
  return {
    type: error.constructor.name,
    message: error.message,
    stack: error.stack,
    ...Object.fromEntries(properties),
    ...(nested && error.cause !== undefined && { cause: serializeError(error.cause, depth + 1) }),
    ...(nested &&
      error instanceof AggregateError && { errors: error.errors.map((e) => serializeError(e, depth + 1)) }),
  }
}

/** An error in one line, without its stack. For a host with several addresses, it has the error of each. */
export function summarizeError(error: unknown): string {
  return error instanceof AggregateError && error.errors.length > 0
    ? error.errors.map(String).join('; ')
    : String(error)
}
