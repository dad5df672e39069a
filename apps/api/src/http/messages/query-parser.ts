/** Parses a query string. A parameter that is repeated has an array of values. Brackets have no special meaning. */
export function parseQuery(query: string | null | undefined): Record<string, string | string[]> {
  const parameters = Object.create(null) as Record<string, string | string[]>
  for (const [name, value] of new URLSearchParams(query ?? '')) {
    const previous = parameters[name]
    if (previous === undefined) parameters[name] = value
    else if (typeof previous === 'string') parameters[name] = [previous, value]
    else previous.push(value)
  }
  return parameters
}
